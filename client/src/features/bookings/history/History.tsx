import { listHistory } from '@boli/shared/bookings/bookings.endpoints';
import { type HistoryEntry, historyFilters } from '@boli/shared/bookings/bookings.schema';
import { CUSTOMER_POLL_MS } from '@boli/shared/core/constants';
import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { useAddress, useParam } from '../../../core/address-bar';
import { callList } from '../../../core/api';
import { useSync } from '../../../core/sync';
import { t } from '../../../core/t';
import { noMessage, useAction } from '../../../core/use-action';
import { EmptyState } from '../../../ui/EmptyState';
import { LoadFailed } from '../../../ui/LoadFailed';
import { RowsSkeleton } from '../../../ui/RowsSkeleton';
import { Section } from '../../../ui/Section';
import { HistoryCard } from './HistoryCard';
import { type Filter, HistoryFilter } from './HistoryFilter';

interface Page {
  filter: Filter;
  rows: HistoryEntry[];
  total: number;
}

const readPage = (filter: Filter, before?: string) =>
  callList(listHistory, { query: { ...(filter === 'all' ? {} : { status: filter }), ...(before ? { before } : {}) } });

interface PagesProps {
  page: Page;
  side: 'customer' | 'driver';
  onMore: () => Promise<void>;
  /** Removes the filter. */
  onAll: () => void;
}

function Pages({ page, side, onMore, onAll }: PagesProps) {
  const { go } = useAddress();
  const { busy, act } = useAction();
  if (page.rows.length === 0) {
    if (page.filter === 'all')
      return <EmptyState icon={IconHistory} title={t('history.empty')} hint={t('history.empty_hint')} />;
    const showAll = (
      <Button variant="default" onClick={onAll}>
        {t('common.show_all')}
      </Button>
    );
    return <EmptyState icon={IconHistory} title={t('history.empty_filtered')} action={showAll} />;
  }
  const more = () => act({ name: 'more', input: page.rows.length, run: onMore, errorMessage: noMessage });
  return (
    <>
      <ul className="boli-list">
        {page.rows.map((entry) => (
          <li key={entry.booking_id}>
            <HistoryCard entry={entry} side={side} onOpen={() => go({ booking: entry.booking_id })} />
          </li>
        ))}
      </ul>
      {page.rows.length < page.total && (
        <Button variant="default" fullWidth mt="sm" loading={busy !== null} onClick={() => void more()}>
          {t('common.load_more')}
        </Button>
      )}
    </>
  );
}

/** The past rides of a customer or a driver. `revision` changes when a booking ends, which reloads the list. */
export function History({ side, revision }: { side: 'customer' | 'driver'; revision: string }) {
  const [asked, setAsked] = useParam('show');
  const filter: Filter = historyFilters.find((name) => name === asked) ?? 'all';
  const [page, setPage] = useState<Page | null>(null);
  const read = async () => setPage({ filter, ...(await readPage(filter)) });
  const { state, retry } = useSync({ watch: read, read, pollMs: CUSTOMER_POLL_MS, key: `${filter}:${revision}` });
  const shown = page?.filter === filter ? page : null;

  const more = async () => {
    const last = shown?.rows.at(-1);
    if (!shown || !last) return;
    const { rows, total } = await readPage(filter, last.created_at);
    const held = new Set(shown.rows.map((row) => row.booking_id));
    const longer = {
      filter,
      rows: [...shown.rows, ...rows.filter((row) => !held.has(row.booking_id))],
      total: Math.max(total, shown.total),
    };
    // If the filter has changed or the list was reloaded since, the page belongs to the old list and is dropped.
    setPage((now) => (now === shown ? longer : now));
  };

  return (
    <Section
      title={t('history.title')}
      action={
        <HistoryFilter filter={filter} onChoose={(next) => setAsked(next === 'all' ? null : next, { replace: true })} />
      }
    >
      {shown && <Pages page={shown} side={side} onMore={more} onAll={() => setAsked(null, { replace: true })} />}
      {!shown && state === 'failed' && <LoadFailed onRetry={retry} />}
      {!shown && state !== 'failed' && <RowsSkeleton />}
    </Section>
  );
}
