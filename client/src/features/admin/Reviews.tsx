import { listReviews } from '@boli/shared/payments/payments.endpoints';
import type { Review, ReviewDecision } from '@boli/shared/payments/payments.schema';
import { Button, TextInput } from '@mantine/core';
import { IconSteeringWheel } from '@tabler/icons-react';
import { useState } from 'react';
import { useAddress } from '../../core/address-bar';
import { callList } from '../../core/api';
import { useFields } from '../../core/form';
import { PAGE_ROWS, type PageSource, usePages } from '../../core/pages';
import { shortId } from '../../core/short-id';
import { t } from '../../core/t';
import { type Column, DataTable } from '../../ui/DataTable';
import { EmptyState } from '../../ui/EmptyState';
import { LoadFailed } from '../../ui/LoadFailed';
import { OnlineButton } from '../../ui/OnlineButton';
import { Price } from '../../ui/Price';
import { RowsSkeleton } from '../../ui/RowsSkeleton';
import { Section } from '../../ui/Section';
import { ShowMore } from '../../ui/ShowMore';
import classes from './Admin.module.css';
import { decideOnRide, useAdminAction } from './admin.actions';
import { Claim } from './Claim';
import { driveOf } from './drive';
import { Outcome } from './Outcome';
import { RefuseRide } from './RefuseRide';

const pages: PageSource<Review> = {
  read: ({ last }) => callList(listReviews, { query: { limit: PAGE_ROWS, ...(last && { before: last.created_at }) } }),
  keyOf: ({ id }) => id,
};

type Decision = ReviewDecision['decision'];
const outcomes = { cleared: 'admin.review_cleared', refused: 'admin.review_refused' } as const;

/** The buttons that decide about one ride, with an optional note; refusing the ride asks for the reason first. */
function Decide({ row, onDone }: { row: Review; onDone: (id: string, decision: Decision) => void }) {
  const { busy, act } = useAdminAction();
  const { go } = useAddress();
  const { values, field, set } = useFields({ initial: { note: '' } });
  const { note } = values;
  const [asks, setAsks] = useState(false);
  const names = { driver: row.driver_name, booking: shortId(row.id) };
  const decide = (decision: Decision, words: string) =>
    act({
      name: decision,
      successMessage: outcomes[decision],
      errorMessage: 'admin.review_failed',
      input: words,
      run: () => decideOnRide(row, { decision, note: words }),
      onSuccess: () => onDone(row.id, decision),
    });
  return (
    <div className={classes.pay}>
      <TextInput
        label={t('admin.review_note')}
        aria-label={t('admin.review_note_of', names)}
        maxLength={500}
        {...field('note')}
      />
      <Button variant="subtle" aria-label={t('admin.replay_of', names)} onClick={() => go({ replay: row.id })}>
        {t('bookings.replay')}
      </Button>
      <Button
        variant="default"
        disabled={busy !== null}
        aria-label={t('admin.review_refuse_of', names)}
        onClick={() => setAsks(true)}
      >
        {t('admin.review_refuse')}
      </Button>
      <OnlineButton
        quiet
        variant="light"
        loading={busy === 'cleared'}
        disabled={busy === 'refused'}
        aria-label={t('admin.review_clear_of', names)}
        onClick={() => void decide('cleared', note)}
      >
        {t('admin.review_clear')}
      </OnlineButton>
      {/* The dialog starts with the note typed beside the buttons; on closing, the reason typed in it becomes the note. */}
      <RefuseRide
        key={String(asks)}
        row={row}
        note={note}
        opened={asks}
        busy={busy === 'refused'}
        onClose={(words) => {
          set('note', words);
          setAsks(false);
        }}
        onSend={(reason) => void decide('refused', reason)}
      />
    </div>
  );
}

/** Rides completed without a plausible drive: their payout and promo credit wait for a decision. */
export function Reviews() {
  const { value, failed, retry, more } = usePages(pages);
  // A decided row stays until the list is reloaded, so that the next row's buttons do not move under the finger.
  const [done, setDone] = useState<ReadonlyMap<string, Decision>>(new Map());
  const rows = value?.rows ?? [];
  const finish = (id: string, decision: Decision) => setDone((before) => new Map([...before, [id, decision]]));
  const columns: Column<Review>[] = [
    {
      id: 'booking',
      label: t('admin.booking_id'),
      cell: (row) => <span className="tabular">{shortId(row.id)}</span>,
    },
    { id: 'driver', label: t('admin.driver'), cell: (row) => row.driver_name },
    { id: 'customer', label: t('admin.customer'), cell: (row) => row.customer_name },
    { id: 'drive', label: t('admin.review_drive'), cell: driveOf },
    { id: 'claim', label: t('admin.payment'), cell: (row) => <Claim booking={row} /> },
    { id: 'amount', label: t('admin.amount'), end: true, cell: (row) => <Price value={row.final_price} /> },
    {
      id: 'action',
      label: t('admin.action'),
      end: true,
      quiet: true,
      cell: (row) => {
        const decision = done.get(row.id);
        return decision ? <Outcome says={outcomes[decision]} /> : <Decide row={row} onDone={finish} />;
      },
    },
  ];
  return (
    <Section title={t('admin.reviews')} subtitle={t('admin.reviews_subtitle')}>
      {value && rows.length === 0 && <EmptyState icon={IconSteeringWheel} title={t('admin.reviews_empty')} />}
      {rows.length > 0 && (
        <DataTable caption={t('admin.reviews')} columns={columns} rows={rows} keyOf={(row) => row.id} />
      )}
      {value && <ShowMore shown={value.rows.length} total={value.total} onMore={more} />}
      {!value && (failed ? <LoadFailed onRetry={retry} /> : <RowsSkeleton rows={2} />)}
    </Section>
  );
}
