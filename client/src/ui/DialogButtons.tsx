import { Button } from '@mantine/core';
import { t } from '../core/t';
import { OfflineReason, OnlineButton } from './OnlineButton';

interface DialogButtonsProps {
  /** The id of the form that the main button submits. */
  form: string;
  send: string;
  busy?: boolean;
  disabled?: boolean;
  /** Red for destructive actions. */
  color?: 'red';
  /** The label of the button that closes the dialog ("Cancel"). */
  leave?: string;
  onClose: () => void;
}

/**
 * The footer of a dialog with a form: a button that closes the dialog, and one that submits the form, which needs the
 * server.
 */
export function DialogButtons({
  form,
  send,
  busy = false,
  disabled = false,
  color,
  leave,
  onClose,
}: DialogButtonsProps) {
  return (
    <>
      <OfflineReason />
      <Button variant="default" onClick={onClose}>
        {leave ?? t('common.cancel')}
      </Button>
      <OnlineButton quiet type="submit" form={form} loading={busy} disabled={disabled} {...(color && { color })}>
        {send}
      </OnlineButton>
    </>
  );
}
