import { setSuspension } from '@boli/shared/admin/admin.endpoints';
import { type AdminUser, SuspensionInput } from '@boli/shared/admin/admin.schema';
import { Textarea } from '@mantine/core';
import { useId } from 'react';
import { call } from '../../core/api';
import { t } from '../../core/t';
import { useForm } from '../../core/use-form';
import { AppDialog } from '../../ui/AppDialog';
import { DialogButtons } from '../../ui/DialogButtons';

interface Props {
  user: AdminUser;
  opened: boolean;
  onClose: () => void;
  onDone: (user: AdminUser) => void;
}

/** The dialog that asks for the reason, explains the consequences, and suspends the account. */
export function SuspendDialog({ user, opened, onClose, onDone }: Props) {
  const id = useId();
  const form = useForm({
    schema: SuspensionInput,
    initial: { suspended: true, reason: '' },
    allowEmptyOnBlur: true,
    send: (body) => call(setSuspension, { params: { id: user.id }, body }),
    successMessage: () => t('admin.suspended_toast', { name: user.name }),
    errorMessage: 'admin.suspend_failed',
    onSuccess: (suspended) => {
      onDone(suspended);
      onClose();
    },
  });

  return (
    <AppDialog
      opened={opened}
      onClose={onClose}
      title={t('admin.suspend_of', { name: user.name })}
      footer={<DialogButtons form={id} send={t('admin.suspend')} busy={form.busy} color="red" onClose={onClose} />}
    >
      <form id={id} noValidate onSubmit={form.onSubmit}>
        <Textarea
          label={t('admin.suspend_reason')}
          description={t('admin.suspend_effect')}
          maxLength={500}
          autosize
          minRows={3}
          required
          data-autofocus
          {...form.field('reason')}
        />
      </form>
    </AppDialog>
  );
}
