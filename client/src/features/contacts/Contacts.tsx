import { listContacts, removeContact } from '@boli/shared/contacts/contacts.endpoints';
import type { Contact } from '@boli/shared/contacts/contacts.schema';
import { CUSTOMER_POLL_MS } from '@boli/shared/core/constants';
import { ActionIcon, Box, Button, Flex, Text } from '@mantine/core';
import { IconPhone, IconPlus, IconShieldCheck, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useParam } from '../../core/address-bar';
import { call, callList } from '../../core/api';
import { moveFocus } from '../../core/focus';
import { useReachable } from '../../core/reachable';
import { useSync } from '../../core/sync';
import { t } from '../../core/t';
import { telLink } from '../../core/tel';
import { useAction } from '../../core/use-action';
import { Avatar } from '../../ui/Avatar';
import { EmptyState } from '../../ui/EmptyState';
import { LoadFailed } from '../../ui/LoadFailed';
import { OfflineReason } from '../../ui/OnlineButton';
import { RowsSkeleton } from '../../ui/RowsSkeleton';
import { Section } from '../../ui/Section';
import { AddContactDialog } from './AddContactDialog';

function Row({ contact, onGone }: { contact: Contact; onGone: () => void }) {
  const { busy, act } = useAction();
  const isReachable = useReachable();
  const remove = () =>
    act({
      name: contact.id,
      run: () => call(removeContact, { params: { id: contact.id } }),
      successMessage: 'contacts.removed',
      errorMessage: 'contacts.remove_failed',
      onSuccess: onGone,
    });
  return (
    <Flex className="boli-card" component="li" align="center" gap="sm">
      <Avatar name={contact.name} />
      <Box miw={0} flex={1}>
        <Text component="div" inherit fw="var(--mantine-font-weight-medium)">
          {contact.name}
        </Text>
        <Text component="div" size="sm" c="dimmed">
          {contact.phone}
        </Text>
      </Box>
      <ActionIcon component="a" href={telLink(contact.phone)} aria-label={t('contacts.call', { name: contact.name })}>
        <IconPhone size={20} stroke={1.75} aria-hidden />
      </ActionIcon>
      <ActionIcon
        aria-label={t('contacts.remove', { name: contact.name })}
        loading={busy !== null}
        disabled={!isReachable}
        onClick={() => void remove()}
      >
        <IconTrash size={20} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Flex>
  );
}

/** Emergency contacts of a customer or driver (the Safety tab). */
export function Contacts() {
  const [rows, setRows] = useState<Contact[] | null>(null);
  const [dialog, setDialog] = useParam('dialog');
  const addButton = useRef<HTMLButtonElement>(null);
  const read = async () => setRows((await callList(listContacts)).rows);
  const { state, retry } = useSync({ watch: read, read, pollMs: CUSTOMER_POLL_MS });
  const add = (
    <Button
      ref={addButton}
      leftSection={<IconPlus size={20} stroke={1.75} aria-hidden />}
      onClick={() => setDialog('contact')}
    >
      {t('contacts.add')}
    </Button>
  );
  return (
    <Section title={t('contacts.title')} action={add}>
      {rows === null && state === 'loading' && <RowsSkeleton rows={2} />}
      {rows === null && state === 'failed' && <LoadFailed onRetry={retry} />}
      {rows?.length === 0 && (
        <EmptyState icon={IconShieldCheck} title={t('contacts.empty')} hint={t('contacts.empty_hint')} />
      )}
      {rows && rows.length > 0 && (
        <>
          <OfflineReason />
          <ul className="boli-list">
            {rows.map((contact) => (
              <Row
                key={contact.id}
                contact={contact}
                onGone={() => {
                  setRows((held) => held?.filter((row) => row.id !== contact.id) ?? null);
                  // The pressed button is removed with its row: the button that adds a contact takes the focus.
                  moveFocus(addButton.current);
                }}
              />
            ))}
          </ul>
        </>
      )}
      <AddContactDialog
        opened={dialog === 'contact'}
        onClose={() => setDialog(null, { replace: true })}
        onAdded={(contact) => setRows((held) => [contact, ...(held ?? []).filter((row) => row.id !== contact.id)])}
      />
    </Section>
  );
}
