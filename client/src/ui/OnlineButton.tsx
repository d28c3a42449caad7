import { Button, type ButtonProps, Text } from '@mantine/core';
import type { ComponentPropsWithoutRef } from 'react';
import { useReachable } from '../core/reachable';
import { t } from '../core/t';

/** Why buttons are disabled while the server cannot be reached; nothing while it can. */
export function OfflineReason() {
  const isReachable = useReachable();
  if (isReachable) return null;
  return (
    <Text w="100%" inherit c="dimmed" fz="meta">
      {t('common.offline_reason')}
    </Text>
  );
}

interface OnlineButtonProps extends ButtonProps, Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> {
  /** Whether the reason is shown elsewhere in the same group of buttons (`OfflineReason`). */
  quiet?: boolean;
}

/**
 * A button for what needs the server: money, a status, a form. While the server cannot be reached it is disabled, with
 * the reason before it; it is enabled again as soon as the server can be reached. Nothing is queued.
 */
export function OnlineButton({ quiet = false, disabled = false, ...rest }: OnlineButtonProps) {
  const isReachable = useReachable();
  return (
    <>
      {!quiet && <OfflineReason />}
      <Button {...rest} disabled={disabled || !isReachable} />
    </>
  );
}
