import { listUsers, setSuspension } from '@boli/shared/admin/admin.endpoints';
import type { AdminUser } from '@boli/shared/admin/admin.schema';
import { Button, Flex, Group, Text, TextInput } from '@mantine/core';
import { IconBan, IconCircleCheck, IconSearch, IconUserSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { call, callList } from '../../core/api';
import { useFields } from '../../core/form';
import { PAGE_ROWS, usePages } from '../../core/pages';
import { useSession } from '../../core/session';
import { t } from '../../core/t';
import { formatDay } from '../../core/time';
import { useAction } from '../../core/use-action';
import { Badge } from '../../ui/Badge';
import { type Column, DataTable } from '../../ui/DataTable';
import { EmptyState } from '../../ui/EmptyState';
import { LoadFailed } from '../../ui/LoadFailed';
import { OnlineButton } from '../../ui/OnlineButton';
import { RowsSkeleton } from '../../ui/RowsSkeleton';
import { Section } from '../../ui/Section';
import { ShowMore } from '../../ui/ShowMore';
import { SuspendDialog } from './SuspendDialog';
import classes from './Users.module.css';

const roleNames = { customer: 'auth.role_customer', driver: 'auth.role_driver', admin: 'auth.role_admin' } as const;

function State({ user: { suspension } }: { user: AdminUser }) {
  if (!suspension) {
    return (
      <Badge tone="green" icon={IconCircleCheck}>
        {t('admin.user_active')}
      </Badge>
    );
  }
  const { reason, suspended_at, suspended_by } = suspension;
  return (
    <div className={classes.state}>
      <Badge tone="red" icon={IconBan}>
        {t('admin.user_suspended')}
      </Badge>
      <span>{reason}</span>
      <Text span size="sm" c="dimmed" fw="var(--mantine-font-weight-regular)">
        {t('admin.suspended_by', { name: suspended_by.name, day: formatDay(suspended_at) })}
      </Text>
    </div>
  );
}

interface SuspensionButtonProps {
  user: AdminUser;
  onAsk: () => void;
  onDone: (user: AdminUser) => void;
}

/** Opens the suspension dialog, or ends the suspension: one button for both, so that the focus stays when it changes. */
function SuspensionButton({ user, onAsk, onDone }: SuspensionButtonProps) {
  const { busy, act } = useAction();
  const { name, suspension } = user;
  const end = () =>
    act({
      name: user.id,
      run: () => call(setSuspension, { params: { id: user.id }, body: { suspended: false } }),
      successMessage: () => t('admin.unsuspended_toast', { name }),
      errorMessage: 'admin.suspend_failed',
      onSuccess: onDone,
    });
  return (
    <OnlineButton
      quiet
      variant="default"
      loading={busy !== null}
      aria-label={t(suspension ? 'admin.unsuspend_of' : 'admin.suspend_of', { name })}
      onClick={() => (suspension ? void end() : onAsk())}
    >
      {t(suspension ? 'admin.unsuspend' : 'admin.suspend')}
    </OnlineButton>
  );
}

/** The first column: name, email and phone of a person. */
function Person({ user: { name, email, phone } }: { user: AdminUser }) {
  return (
    <Flex component="span" direction="column" miw={{ sm: '10rem' }}>
      {name}
      {[email, phone].filter(Boolean).map((line) => (
        <Text key={line} span size="sm" c="dimmed" fw="var(--mantine-font-weight-regular)">
          {line}
        </Text>
      ))}
    </Flex>
  );
}

interface AccountsTableProps {
  rows: readonly AdminUser[];
  onAsk: (user: AdminUser) => void;
  onDone: (user: AdminUser) => void;
}

/** Accounts; each except the admin's own can be suspended or unsuspended. */
function AccountsTable({ rows, onAsk, onDone }: AccountsTableProps) {
  const reader = useSession((session) => session.user?.id);
  const columns: Column<AdminUser>[] = [
    { id: 'user', label: t('admin.user'), cell: (row) => <Person user={row} /> },
    { id: 'role', label: t('admin.user_role'), cell: (row) => t(roleNames[row.role]) },
    { id: 'since', label: t('admin.user_since'), cell: (row) => formatDay(row.created_at) },
    { id: 'state', label: t('admin.user_state'), cell: (row) => <State user={row} /> },
    {
      id: 'action',
      label: t('admin.action'),
      end: true,
      quiet: true,
      cell: (row) =>
        row.id === reader ? null : <SuspensionButton user={row} onAsk={() => onAsk(row)} onDone={onDone} />,
    },
  ];
  return <DataTable caption={t('admin.users')} columns={columns} rows={rows} keyOf={(row) => row.id} />;
}

/** Shown instead of the table when no account matches. */
function NoAccounts({ q, onAll }: { q: string; onAll: () => void }) {
  if (q === '') return <EmptyState icon={IconUserSearch} title={t('admin.users_empty')} />;
  return (
    <EmptyState
      icon={IconUserSearch}
      title={t('admin.users_empty')}
      hint={t('admin.users_empty_hint', { q })}
      action={
        <Button variant="default" onClick={onAll}>
          {t('common.show_all')}
        </Button>
      }
    />
  );
}

/** The matching accounts, page by page, with the dialog that suspends one. */
function Found({ q, onAll }: { q: string; onAll: () => void }) {
  const { value, failed, retry, more } = usePages<AdminUser>({
    read: ({ last }) =>
      callList(listUsers, { query: { q, limit: PAGE_ROWS, ...(last && { before: last.created_at }) } }),
    keyOf: ({ id }) => id,
  });
  const [changed, setChanged] = useState<ReadonlyMap<string, AdminUser>>(new Map());
  const [chosen, setChosen] = useState<AdminUser | null>(null);
  const [opened, setOpened] = useState(false);
  const applyChange = (user: AdminUser) => setChanged((before) => new Map([...before, [user.id, user]]));
  const ask = (user: AdminUser) => {
    setChosen(user);
    setOpened(true);
  };
  if (!value) return failed ? <LoadFailed onRetry={retry} /> : <RowsSkeleton rows={3} />;
  const rows = value.rows.map((row) => changed.get(row.id) ?? row);
  return (
    <>
      {rows.length === 0 && <NoAccounts q={q} onAll={onAll} />}
      {rows.length > 0 && <AccountsTable rows={rows} onAsk={ask} onDone={applyChange} />}
      <ShowMore shown={value.rows.length} total={value.total} onMore={more} />
      {chosen && (
        <SuspendDialog
          key={chosen.id}
          user={chosen}
          opened={opened}
          onClose={() => setOpened(false)}
          onDone={applyChange}
        />
      )}
    </>
  );
}

/** Finds accounts by name, email or phone number, and suspends one with a reason. */
export function Users() {
  const { field, submit, set } = useFields({ initial: { q: '' } });
  const [q, setQ] = useState('');
  return (
    <Section title={t('admin.users')} subtitle={t('admin.users_subtitle')}>
      <search>
        <form onSubmit={submit((typed) => setQ(typed.q.trim()))}>
          <Group align="end" gap="sm" mb="md">
            <TextInput flex="1 1 16rem" label={t('admin.users_search')} type="search" maxLength={100} {...field('q')} />
            <Button type="submit" leftSection={<IconSearch size={20} stroke={1.75} aria-hidden />}>
              {t('admin.users_find')}
            </Button>
          </Group>
        </form>
      </search>
      <Found
        key={q}
        q={q}
        onAll={() => {
          set('q', '');
          setQ('');
        }}
      />
    </Section>
  );
}
