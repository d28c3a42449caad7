import { listRefunds } from '@boli/shared/payments/payments.endpoints';
import type { Refund } from '@boli/shared/payments/payments.schema';
import { Button } from '@mantine/core';
import { IconReceiptRefund } from '@tabler/icons-react';
import { useState } from 'react';
import { callList } from '../../core/api';
import { formatMoney } from '../../core/money';
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
import { confirmFor, recordRefund, useAction } from './admin.actions';
import { Claim } from './Claim';
import { driveOf } from './drive';
import { Outcome } from './Outcome';
import { ReferenceForm } from './ReferenceForm';
import { RefundForm } from './RefundForm';

const pages: PageSource<Refund> = {
  read: ({ last }) => callList(listRefunds, { query: { limit: PAGE_ROWS, ...(last && { before: last.created_at }) } }),
  keyOf: ({ id }) => id,
};

/** What was driven, what is proposed, and what may be charged for it. */
function Amount({ row }: { row: Refund }) {
  return (
    <span className={classes.amount}>
      <Price value={row.proposed_refund ?? row.final_price} />
      {row.refund_status === 'review' && (
        <span className={classes.second}>
          {t('admin.refund_proposed', {
            paid: formatMoney(row.final_price),
            driven: driveOf(row),
            share: formatMoney(row.proposed_earnings ?? 0),
          })}
        </span>
      )}
    </span>
  );
}

interface SettleProps {
  row: Refund;
  onDone: (id: string) => void;
  onConfirmed: () => void;
}

/** What an admin can do about a refund: confirm its claim, decide how much goes back, or record that it was paid back. */
function Settle({ row, onDone, onConfirmed }: SettleProps) {
  const { busy, act } = useAction();
  const names = { customer: row.customer_name, booking: shortId(row.id) };
  const pay = (reference: string, amount?: number) =>
    act({
      name: row.id,
      done: 'admin.refund_paid',
      failed: 'admin.refund_failed',
      run: async () => {
        await recordRefund(row, reference, amount);
        onDone(row.id);
      },
    });
  if (row.refund_status === 'review') {
    return <RefundForm refund={row} busy={busy !== null} onSend={(reference, amount) => void pay(reference, amount)} />;
  }
  if (row.refund_status === 'due') {
    return (
      <ReferenceForm
        fieldLabel={t('admin.refund_reference_of', names)}
        button={t('admin.refund_pay')}
        buttonLabel={t('admin.refund_pay_of', names)}
        busy={busy !== null}
        onSend={(reference) => void pay(reference)}
      />
    );
  }
  const confirm = () =>
    act({
      name: row.id,
      done: 'payments.confirmed',
      failed: 'payments.confirm_failed',
      run: async () => {
        await confirmFor(row);
        onConfirmed();
      },
    });
  return (
    <Button
      variant="default"
      loading={busy !== null}
      aria-label={t('admin.confirm_of', names)}
      onClick={() => void confirm()}
    >
      {t('admin.confirm')}
    </Button>
  );
}

/** Money of rides that did not take place, or not whole: direct payments to be paid back, refunds to be decided, claims. */
export function Refunds() {
  const { value, failed, retry, more } = usePages(pages);
  // A settled row stays until the list is read anew: the next one's buttons do not move under the finger.
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  const rows = value?.rows ?? [];
  const finish = (id: string) => setDone((before) => new Set([...before, id]));
  const columns: Column<Refund>[] = [
    {
      id: 'booking',
      label: t('admin.booking_id'),
      cell: (row) => <span className={classes.code}>{shortId(row.id)}</span>,
    },
    { id: 'customer', label: t('admin.customer'), cell: (row) => row.customer_name },
    { id: 'driver', label: t('admin.driver'), cell: (row) => row.driver_name },
    { id: 'claim', label: t('admin.payment'), cell: (row) => <Claim booking={row} /> },
    { id: 'amount', label: t('admin.amount'), end: true, cell: (row) => <Amount row={row} /> },
    {
      id: 'action',
      label: t('admin.action'),
      end: true,
      quiet: true,
      cell: (row) =>
        done.has(row.id) ? (
          <Outcome says="admin.refund_paid" />
        ) : (
          <Settle row={row} onDone={finish} onConfirmed={retry} />
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
