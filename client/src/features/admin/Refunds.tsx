import { listRefunds } from '@boli/shared/payments/payments.endpoints';
import type { Refund } from '@boli/shared/payments/payments.schema';
import { Flex, Group, Text } from '@mantine/core';
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
import { OnlineButton } from '../../ui/OnlineButton';
import { Price } from '../../ui/Price';
import { RowsSkeleton } from '../../ui/RowsSkeleton';
import { Section } from '../../ui/Section';
import { ShowMore } from '../../ui/ShowMore';
import { confirmFor, type RefundDecision, recordRefund, refuseFor, useAdminAction } from './admin.actions';
import { Claim } from './Claim';
import { driveOf } from './drive';
import { Outcome } from './Outcome';
import { ReferenceForm } from './ReferenceForm';
import { RefundForm } from './RefundForm';

const pages: PageSource<Refund> = {
  read: ({ last }) => callList(listRefunds, { query: { limit: PAGE_ROWS, ...(last && { before: last.created_at }) } }),
  keyOf: ({ id }) => id,
};

/** A refund with the changes of the admin's last action. */
interface Held {
  row: Refund;
  isSettled: boolean;
  /** Whether that action refused the claim of the payment. */
  isRefused?: true;
}

/**
 * The refunded amount; before the decision the proposed one. A refund in review also shows the driven distance, and an
 * unconfirmed payment shows the customer's fee for cancelling.
 */
function Amount({ held: { row, isSettled } }: { held: Held }) {
  if (isSettled) return <Price value={row.refund_amount ?? 0} />;
  return (
    <Flex component="span" direction="column" align="end" display="inline-flex">
      <Price value={row.proposed_refund ?? row.final_price} />
      {row.refund_status === 'review' && (
        <Text span size="meta" c="dimmed" fw="var(--mantine-font-weight-regular)">
          {t('admin.refund_proposed', { paid: formatMoney(row.final_price), driven: driveOf(row) })}
        </Text>
      )}
      {row.refund_status === null && row.cancellation_fee?.by === 'customer' && (
        <Text span size="meta" c="dimmed" fw="var(--mantine-font-weight-regular)">
          {t('jurisdictions.fee_of_customer')}: {formatMoney(row.cancellation_fee.amount)}
        </Text>
      )}
    </Flex>
  );
}

/** Whether an admin still has something to do for a refund. */
const isOpen = ({ refund_status: status }: Refund) => status === 'due' || status === 'review';

/** The outcome of an admin's last action: a refund was paid, there is none, or the claim was refused. */
function outcomeOf({ row, isRefused }: Held) {
  if (isRefused) return 'admin.claim_refused';
  return row.refund_amount ? 'admin.refund_paid' : 'admin.refund_none';
}

interface SettleProps {
  row: Refund;
  /** Whether an action has changed the row: the form that then appears takes the focus. */
  takesFocus: boolean;
  onChanged: (held: Held) => void;
}

/**
 * The actions of an admin on a refund: confirm or refuse the claimed payment, decide the amount, or record the
 * repayment.
 */
function Settle({ row, takesFocus, onChanged }: SettleProps) {
  const { busy, act } = useAdminAction();
  const names = { customer: row.customer_name, booking: shortId(row.id) };
  const pay = (decision: RefundDecision) =>
    act({
      name: row.id,
      successMessage: decision.amount === 0 ? 'admin.refund_none' : 'admin.refund_paid',
      errorMessage: 'admin.refund_failed',
      input: decision,
      run: () => recordRefund(row, decision),
      onSuccess: (settled) => onChanged({ row: settled, isSettled: true }),
    });
  if (row.refund_status === 'review') {
    return (
      <RefundForm refund={row} busy={busy !== null} takesFocus={takesFocus} onSend={(decision) => void pay(decision)} />
    );
  }
  if (row.refund_status === 'due') {
    return (
      <ReferenceForm
        fieldLabel={t('admin.refund_reference_of', names)}
        button={t('admin.refund_pay')}
        buttonLabel={t('admin.refund_pay_of', names)}
        busy={busy !== null}
        takesFocus={takesFocus}
        onSend={(reference) => void pay({ reference, amount: null })}
      />
    );
  }
  const confirm = () =>
    act({
      name: row.id,
      successMessage: 'payments.confirmed',
      errorMessage: 'payments.confirm_failed',
      run: (key) => confirmFor(row, key),
      // Nothing is left to refund if the fee for cancelling is the whole payment.
      onSuccess: (confirmed) => onChanged({ row: confirmed, isSettled: !isOpen(confirmed) }),
    });
  const refuse = () =>
    act({
      name: `refuse:${row.id}`,
      successMessage: 'admin.claim_refused',
      errorMessage: 'admin.claim_refuse_failed',
      run: (key) => refuseFor(row, key),
      onSuccess: (refused) => onChanged({ row: refused, isSettled: true, isRefused: true }),
    });
  return (
    <Group gap="xs" justify="flex-end">
      <OnlineButton
        quiet
        variant="default"
        loading={busy === row.id}
        disabled={busy !== null}
        aria-label={t('admin.confirm_of', names)}
        onClick={() => void confirm()}
      >
        {t('admin.confirm')}
      </OnlineButton>
      {row.payment_claimed_by === 'customer' && (
        <OnlineButton
          quiet
          variant="default"
          loading={busy === `refuse:${row.id}`}
          disabled={busy !== null}
          aria-label={t('admin.refuse_claim_of', names)}
          onClick={() => void refuse()}
        >
          {t('admin.refuse_claim')}
        </OnlineButton>
      )}
    </Group>
  );
}

/** Refunds of rides that were cancelled: direct payments to be returned, refunds to be decided, unconfirmed claims. */
export function Refunds() {
  const { value, failed, retry, more } = usePages(pages);
  // A completed row stays until the list is reloaded, so that the next row's buttons do not move under the finger.
  const [changed, setChanged] = useState<ReadonlyMap<string, Held>>(new Map());
  const rows = (value?.rows ?? []).map((row) => changed.get(row.id) ?? { row, isSettled: false });
  const change = (held: Held) => setChanged((before) => new Map([...before, [held.row.id, held]]));
  const columns: Column<Held>[] = [
    {
      id: 'booking',
      label: t('admin.booking_id'),
      cell: ({ row }) => <span className="tabular">{shortId(row.id)}</span>,
    },
    { id: 'customer', label: t('admin.customer'), cell: ({ row }) => row.customer_name },
    { id: 'driver', label: t('admin.driver'), cell: ({ row }) => row.driver_name },
    { id: 'claim', label: t('admin.payment'), cell: ({ row }) => <Claim booking={row} /> },
    { id: 'amount', label: t('admin.amount'), end: true, cell: (held) => <Amount held={held} /> },
    {
      id: 'action',
      label: t('admin.action'),
      end: true,
      quiet: true,
      cell: (held) =>
        held.isSettled ? (
          <Outcome says={outcomeOf(held)} />
        ) : (
          <Settle row={held.row} takesFocus={changed.has(held.row.id)} onChanged={change} />
        ),
    },
  ];
  return (
    <Section title={t('admin.refunds')} subtitle={t('admin.refunds_subtitle')}>
      {value && rows.length === 0 && <EmptyState icon={IconReceiptRefund} title={t('admin.refunds_empty')} />}
      {rows.length > 0 && (
        <DataTable caption={t('admin.refunds')} columns={columns} rows={rows} keyOf={({ row }) => row.id} />
      )}
      {value && <ShowMore shown={value.rows.length} total={value.total} onMore={more} />}
      {!value && (failed ? <LoadFailed onRetry={retry} /> : <RowsSkeleton rows={2} />)}
    </Section>
  );
}
