import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithoutRef } from 'react';
import { useReachable } from '../core/reachable';
import { useLock } from '../core/use-lock';

interface LockedButtonProps extends ButtonProps, Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> {
  /** What a press does: with each change the button is locked as if it were a new one. */
  meaning: string;
  /** Disabled while the server cannot be reached; the reason (`OfflineReason`) is shown beside its group. */
  needsServer?: boolean;
}

/** A button that ignores presses in the first 1.2 s after it has appeared or changed its meaning (`useLock`). */
export function LockedButton({ meaning, needsServer = false, disabled = false, ...rest }: LockedButtonProps) {
  const isLocked = useLock(meaning);
  const isReachable = useReachable();
  return <Button {...rest} disabled={disabled || isLocked || (needsServer && !isReachable)} />;
}
