import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithoutRef } from 'react';
import { useLock } from '../core/use-lock';

interface LockedButtonProps extends ButtonProps, Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> {
  /** What a press does: with each change the button is locked as if it were a new one. */
  meaning: string;
}

/** A button that takes no press in the first 1.2 s after it has appeared or changed its meaning (`useLock`). */
export function LockedButton({ meaning, disabled = false, ...rest }: LockedButtonProps) {
  const isLocked = useLock(meaning);
  return <Button {...rest} disabled={disabled || isLocked} />;
}
