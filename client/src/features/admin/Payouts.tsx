import { listPayouts } from '@boli/shared/ledger/ledger.endpoints';
import type { Payout } from '@boli/shared/ledger/ledger.schema';
import { IconBuildingBank, IconCircleCheck, IconClock } from '@tabler/icons-react';
import { useState } from 'react';
import { callList } from '../../core/api';
import { PAGE_ROWS, type PageSource, usePages } from '../../core/pages';
import { shortId } from '../../core/short-id';
import { t } from '../../core/t';
import { formatDay } from '../../core/time';
import { Badge } from '../../ui/Badge';
import { type Column, DataTable } from '../../ui/DataTable';
import { EmptyState } from '../../ui/EmptyState';
import { LoadFailed } from '../../ui/LoadFailed';
import { Price } from '../../ui/Price';
import { RowsSkeleton } from '../../ui/RowsSkeleton';
import { Section } from '../../ui/Section';
import { ShowMore } from '../../ui/ShowMore';
import { recordPayout, useAdminAction } from './admin.actions';
import { ReferenceForm } from './ReferenceForm';

interface PayProps {
  payout: Payout;
  onPaid: (payout: Payout) => void;
}

/** The reference by which a payout was paid, or the form that records it. */
function Pay({ payout, onPaid }: PayProps) {
  const { busy, act } = useAdminAction();
  const names = { driver: payout.driver_name, booking: shortId(payout.booking_id) };
  if (payout.payout_status === 'paid') {
    return (
      <Badge tone="green" icon={IconCircleCheck}>
        {t('admin.payout_paid_with', { reference: payout.reference ?? '' })}
      </Badge>
    );
  }
  const pay = (reference: string) =>
    act({
      name: payout.id,
      successMessage: 'admin.payout_paid',
      errorMessage: 'admin.payout_failed',
      input: reference,
      run: () => recordPayout(payout, reference),
      onSuccess: onPaid,
    });
  return (
    <ReferenceForm
      fieldLabel={t('admin.payout_reference_of', names)}
      button={t('admin.payout_pay')}
      buttonLabel={t('admin.payout_pay_of', names)}
      busy={busy !== null}
      onSend={(reference) => void pay(reference)}
    />
  );
}

const pages: PageSource<Payout> = {
  read: ({ last }) => callList(listPayouts, { query: { limit: PAGE_ROWS, ...(last && { before: last.created_at }) } }),
  keyOf: ({ id }) => id,
};

/** Pending and completed payouts to drivers for rides paid through the gateway. */
export function Payouts() {
  const { value, failed, retry, more } = usePages(pages);
  const [paid, setPaid] = useState<Readonly<Record<string, Payout>>>({});
  const rows = (value?.rows ?? []).map((row) => paid[row.id] ?? row);
  const columns: Column<Payout>[] = [
    { id: 'driver', label: t('admin.driver'), cell: (row) => row.driver_name },
    {
      id: 'booking',
      label: t('admin.booking_id'),
      cell: (row) => <span className="tabular">{shortId(row.booking_id)}</span>,
    },
    {
      id: 'since',
      label: t('admin.payout_status'),
      cell: (row) =>
        row.payout_status === 'owed' ? (
          <Badge tone="amber" icon={IconClock}>
            {t('admin.payout_owed')}
          </Badge>
        ) : (
          formatDay(row.paid_at ?? row.created_at)
        ),
    },
    { id: 'amount', label: t('admin.amount'), end: true, cell: (row) => <Price value={row.amount} /> },
    {
      id: 'action',
      label: t('admin.action'),
      end: true,
      quiet: true,
      cell: (row) => <Pay payout={row} onPaid={(done) => setPaid((before) => ({ ...before, [done.id]: done }))} />,
    },
  ];
  return (
    <Section title={t('admin.payouts')} subtitle={t('admin.payouts_subtitle')}>
      {value && rows.length === 0 && <EmptyState icon={IconBuildingBank} title={t('admin.payouts_empty')} />}
      {value && rows.length > 0 && (
        <DataTable caption={t('admin.payouts')} columns={columns} rows={rows} keyOf={(row) => row.id} />
      )}
      {value && <ShowMore shown={rows.length} total={value.total} onMore={more} />}
      {!value && (failed ? <LoadFailed onRetry={retry} /> : <RowsSkeleton rows={2} />)}
    </Section>
  );
}
