import { addContact } from '@boli/shared/contacts/contacts.endpoints';
import { type Contact, ContactInput } from '@boli/shared/contacts/contacts.schema';
import { TextInput } from '@mantine/core';
import { useId } from 'react';
import { call } from '../../core/api';
import { t } from '../../core/t';
import { useForm } from '../../core/use-form';
import { AppDialog } from '../../ui/AppDialog';
import { DialogButtons } from '../../ui/DialogButtons';

interface Props {
  opened: boolean;
  onClose: () => void;
  onAdded: (contact: Contact) => void;
}

/** The form of an emergency contact: name and phone. Its draft outlives the dialog. */
export function AddContactDialog({ opened, onClose, onAdded }: Props) {
  const id = useId();
  const form = useForm({
    schema: ContactInput,
    initial: { name: '', phone: '' },
    draft: 'contact',
    allowEmptyOnBlur: true,
    send: (body) => call(addContact, { body }),
    successMessage: 'contacts.added',
    errorMessage: 'contacts.add_failed',
    onSuccess: (contact) => {
      onAdded(contact);
      onClose();
    },
  });

  return (
    <AppDialog
      form="sheet"
      opened={opened}
      onClose={onClose}
      title={t('contacts.add')}
      footer={<DialogButtons form={id} send={t('contacts.add')} busy={form.busy} onClose={onClose} />}
    >
      <form id={id} className="boli-form" noValidate onSubmit={form.onSubmit}>
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
