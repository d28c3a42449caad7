import { listAdminLog } from '@boli/shared/admin-log/admin-log.endpoints';
import type { AdminLogEntry, AdminOutcome, LogValues } from '@boli/shared/admin-log/admin-log.schema';
import { isMessageKey } from '@boli/shared/core/messages';
import { Button, Flex, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { callList } from '../../core/api';
import { PAGE_ROWS, usePages } from '../../core/pages';
import { shortId } from '../../core/short-id';
import { t } from '../../core/t';
import { formatExact } from '../../core/time';
import { Badge, type Tone } from '../../ui/Badge';
import { type Column, DataTable } from '../../ui/DataTable';
import { EmptyState } from '../../ui/EmptyState';
import { LoadFailed } from '../../ui/LoadFailed';
import { RowsSkeleton } from '../../ui/RowsSkeleton';
import { ShowMore } from '../../ui/ShowMore';
import { type Filter, isReversed, queryOf } from './filter';

const tones: Record<AdminOutcome, Tone> = { done: 'green', unchanged: 'grey', refused: 'red', interrupted: 'amber' };

/** The label of a field; for a field without a label its stored name, with spaces instead of underscores. */
function nameOf(field: string): string {
  const key = `admin_log.field_${field}`;
  return isMessageKey(key) ? t(key) : field.replaceAll('_', ' ');
}

function shown(field: string, value: LogValues[string] | undefined): string {
  const key = `admin_log.value_${field}.${value}`;
  if (isMessageKey(key)) return t(key);
  if (value === null || value === undefined || value === '') return t('admin_log.nothing');
  if (typeof value === 'boolean') return t(value ? 'admin_log.yes' : 'admin_log.no');
  return String(value);
}

/** The details of an entry: the values that the action changed; if it changed none, the values of the HTTP request. */
function linesOf({ asked, before, after }: AdminLogEntry): string[] {
  if (!after)
    return Object.entries(asked).map(([name, value]) =>
      t('admin_log.value', { field: nameOf(name), after: shown(name, value) }),
    );
  return Object.entries(after)
    .filter(([name, value]) => !before || before[name] !== value)
    .flatMap(([name, value]) => {
      // The version number is not shown: a change of it only means that all earlier tokens are no longer valid.
      if (name === 'token_version') return before ? t('admin_log.signed_out') : [];
      const field = nameOf(name);
      if (!before) return t('admin_log.value', { field, after: shown(name, value) });
      return t('admin_log.changed', { field, before: shown(name, before[name]), after: shown(name, value) });
    });
}

function Change({ entry }: { entry: AdminLogEntry }) {
  return (
    <Flex component="ul" direction="column" gap="nudge" fz="sm" lh="sm">
      {linesOf(entry).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </Flex>
  );
}

const columns = (): Column<AdminLogEntry>[] => [
  { id: 'when', label: t('admin_log.when'), cell: (row) => formatExact(row.created_at) },
  {
    id: 'who',
    label: t('admin_log.who'),
    cell: (row) => (
      <Flex component="span" direction="column" display="inline-flex">
        {row.admin_name ?? t('admin_log.operator')}
        {row.address && (
          <Text span size="meta" c="dimmed">
            {row.address}
          </Text>
        )}
      </Flex>
    ),
  },
  {
    id: 'what',
    label: t('admin_log.what'),
    cell: (row) => (
      <Flex component="span" direction="column" display="inline-flex">
        {t(`admin_log.action_${row.action}`)}
        {row.subject_name && <span>{row.subject_name}</span>}
        <Text span size="meta" c="dimmed">
          {row.subject_kind === 'promo' ? row.subject_id : shortId(row.subject_id)}
        </Text>
      </Flex>
    ),
  },
  {
    id: 'outcome',
    label: t('admin_log.outcome'),
    cell: (row) => <Badge tone={tones[row.outcome]}>{t(`admin_log.outcome_${row.outcome}`)}</Badge>,
  },
  { id: 'change', label: t('admin_log.change'), cell: (row) => <Change entry={row} /> },
];

/** The empty list: no admin has done anything yet, or no entry matches the filter, with a button that clears it. */
function NoEntries({ filter, onAll }: { filter: Filter; onAll: () => void }) {
  const isFiltered = Object.keys(queryOf(filter)).length > 0;
  if (!isFiltered)
    return <EmptyState icon={IconHistory} title={t('admin_log.empty')} hint={t('admin_log.empty_hint')} />;
  return (
    <EmptyState
      icon={IconHistory}
      title={t('admin_log.empty_filtered')}
      {...(isReversed(filter) && { hint: t('admin_log.dates_reversed') })}
      action={
        <Button variant="default" onClick={onAll}>
          {t('common.show_all')}
        </Button>
      }
    />
  );
}

/** The entries that match the filter, newest first. */
export function AdminLogRows({ filter, onAll }: { filter: Filter; onAll: () => void }) {
  const { value, failed, retry, more } = usePages<AdminLogEntry>({
    read: ({ last }) =>
      callList(listAdminLog, {
        query: { ...queryOf(filter), limit: PAGE_ROWS, ...(last && { before: last.created_at }) },
      }),
    keyOf: ({ id }) => id,
  });
  if (!value) return failed ? <LoadFailed onRetry={retry} /> : <RowsSkeleton rows={4} />;
  if (value.rows.length === 0) return <NoEntries filter={filter} onAll={onAll} />;
  return (
    <>
      <DataTable caption={t('admin_log.title')} columns={columns()} rows={value.rows} keyOf={(row) => row.id} />
      <ShowMore shown={value.rows.length} total={value.total} onMore={more} />
    </>
  );
}
