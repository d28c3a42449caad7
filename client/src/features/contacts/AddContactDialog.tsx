import { addContact } from '@boli/shared/contacts/contacts.endpoints';
import { type Contact, ContactInput } from '@boli/shared/contacts/contacts.schema';
import { TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { ApiError, call } from '../../core/api';
import { useFields } from '../../core/form';
import { errorText, t } from '../../core/t';
import { toast } from '../../core/toast';
import { AppDialog } from '../../ui/AppDialog';
import { DialogButtons } from '../../ui/DialogButtons';

interface Props {
  opened: boolean;
  onClose: () => void;
  onAdded: (contact: Contact) => void;
}

/** Name and phone of somebody to call. What was typed stays when the dialog is closed. */
export function AddContactDialog({ opened, onClose, onAdded }: Props) {
  const [busy, setBusy] = useState(false);
  const id = useId();
  const form = useFields({
    schema: ContactInput,
    initial: { name: '', phone: '' },
    draft: 'contact',
    quietEmpty: true,
  });

  const send = async (body: typeof form.values) => {
    setBusy(true);
    try {
      onAdded(await call(addContact, { body }));
      toast.success(t('contacts.added'));
      form.clear();
      onClose();
    } catch (error) {
      if (error instanceof ApiError) form.refused(error);
      toast.error(errorText(error, 'contacts.add_failed'));
    } finally {
      setBusy(false);
    }
  };

  return (
    <AppDialog
      opened={opened}
      onClose={onClose}
      title={t('contacts.add')}
      footer={<DialogButtons form={id} send={t('contacts.add')} busy={busy} onClose={onClose} />}
    >
      <form id={id} className="boli-form" noValidate onSubmit={form.submit((values) => void send(values))}>
        <TextInput
          label={t('contacts.name')}
          placeholder={t('contacts.name_placeholder')}
          autoComplete="off"
          required
          data-autofocus
          {...form.field('name')}
        />
        <TextInput
          label={t('contacts.phone')}
          type="tel"
          placeholder={t('contacts.phone_placeholder')}
          autoComplete="off"
          required
          {...form.field('phone')}
        />
      </form>
    </AppDialog>
  );
}
