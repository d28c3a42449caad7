import { setSuspension } from '@boli/shared/admin/admin.endpoints';
import { type AdminUser, SuspensionInput } from '@boli/shared/admin/admin.schema';
import { Textarea } from '@mantine/core';
import { useId, useState } from 'react';
import { ApiError, call } from '../../core/api';
import { useFields } from '../../core/form';
import { errorText, t } from '../../core/t';
import { toast } from '../../core/toast';
import { AppDialog } from '../../ui/AppDialog';
import { DialogButtons } from '../../ui/DialogButtons';

interface Props {
  user: AdminUser;
  opened: boolean;
  onClose: () => void;
  onDone: (user: AdminUser) => void;
}

/** Asks for the reason, says what follows, and suspends. */
export function SuspendDialog({ user, opened, onClose, onDone }: Props) {
  const [busy, setBusy] = useState(false);
  const id = useId();
  const form = useFields({
    schema: SuspensionInput,
    initial: { suspended: true, reason: '' },
    quietEmpty: true,
  });

  const send = async (body: typeof form.values) => {
    setBusy(true);
    try {
      onDone(await call(setSuspension, { params: { id: user.id }, body }));
      toast.success(t('admin.suspended_toast', { name: user.name }));
      onClose();
    } catch (error) {
      if (error instanceof ApiError) form.refused(error);
      toast.error(errorText(error, 'admin.suspend_failed'));
    } finally {
      setBusy(false);
    }
  };

  return (
    <AppDialog
      opened={opened}
      onClose={onClose}
      title={t('admin.suspend_of', { name: user.name })}
      footer={<DialogButtons form={id} send={t('admin.suspend')} busy={busy} color="red" onClose={onClose} />}
    >
      <form id={id} noValidate onSubmit={form.submit((values) => void send(values))}>
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
