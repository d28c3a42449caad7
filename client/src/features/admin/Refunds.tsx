import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { listRefunds } from '@boli/shared/payments/payments.endpoints';
import { IconReceiptRefund } from '@tabler/icons-react';
import { useState } from 'react';
import { callList } from '../../core/api';
import { PAGE_ROWS, type PageSource, usePages } from '../../core/pages';
import { shortId } from '../../core/short-id';
import { t } from '../../core/t';
import { type Column, DataTable } from '../../ui/DataTable';
import { EmptyState } from '../../ui/EmptyState';
import { LoadFailed } from '../../ui/LoadFailed';
import { Price } from '../../ui/Price';
import { RowsSkeleton } from '../../ui/RowsSkeleton';
import { Section } from '../../ui/Section';
import { ShowMore } from '../../ui/ShowMore';
import classes from './Admin.module.css';
import { recordRefund, useAction } from './admin.actions';
import { ReferenceForm } from './ReferenceForm';

const pages: PageSource<Booking> = {
  read: ({ last }) => callList(listRefunds, { query: { limit: PAGE_ROWS, ...(last && { before: last.created_at }) } }),
  keyOf: ({ id }) => id,
};

/** Direct payments of rides that did not take place: what an admin pays back by bank. */
export function Refunds() {
  const { value, failed, retry, more } = usePages(pages);
  const { busy, act } = useAction();
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  const rows = (value?.rows ?? []).filter(({ id }) => !done.has(id));
  const pay = (booking: Booking, reference: string) =>
    act({
      name: booking.id,
      done: 'admin.refund_paid',
      failed: 'admin.refund_failed',
      run: async () => {
        await recordRefund(booking, reference);
        setDone((before) => new Set([...before, booking.id]));
      },
    });
  const columns: Column<Booking>[] = [
    { id: 'customer', label: t('admin.customer'), cell: (row) => row.customer_name },
    {
      id: 'booking',
      label: t('admin.booking_id'),
      cell: (row) => <span className={classes.code}>{shortId(row.id)}</span>,
    },
    { id: 'driver', label: t('admin.driver'), cell: (row) => row.driver_name },
    { id: 'amount', label: t('admin.amount'), end: true, cell: (row) => <Price value={row.final_price} /> },
    {
      id: 'action',
      label: t('admin.action'),
      end: true,
      quiet: true,
      cell: (row) => (
        <ReferenceForm
          fieldLabel={t('admin.refund_reference_of', { customer: row.customer_name, booking: shortId(row.id) })}
          button={t('admin.refund_pay')}
          buttonLabel={t('admin.refund_pay_of', { customer: row.customer_name, booking: shortId(row.id) })}
          busy={busy === row.id}
          onSend={(reference) => void pay(row, reference)}
        />
      ),
    },
  ];
  return (
    <Section title={t('admin.refunds')} subtitle={t('admin.refunds_subtitle')}>
      {value && rows.length === 0 && <EmptyState icon={IconReceiptRefund} title={t('admin.refunds_empty')} />}
      {rows.length > 0 && (
        <DataTable caption={t('admin.refunds')} columns={columns} rows={rows} keyOf={(row) => row.id} />
      )}
      {value && <ShowMore shown={value.rows.length} total={value.total} onMore={more} />}
      {!value && (failed ? <LoadFailed onRetry={retry} /> : <RowsSkeleton rows={2} />)}
    </Section>
  );
}
