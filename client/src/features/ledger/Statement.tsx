import { readStatement } from '@boli/shared/ledger/ledger.endpoints';
import type { Statement } from '@boli/shared/ledger/ledger.schema';
import { ActionIcon, Group, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../core/api';
import { formatMoney } from '../../core/money';
import { dayStart, formatPeriod, periodBack } from '../../core/periods';
import { bookingTitle } from '../../core/short-id';
import { t } from '../../core/t';
import { formatExact } from '../../core/time';
import { useRead } from '../../core/use-read';
import { LoadFailed } from '../../ui/LoadFailed';
import { PeriodSwitch } from '../../ui/PeriodSwitch';
import { RowsSkeleton } from '../../ui/RowsSkeleton';
import { Section } from '../../ui/Section';
import { Totals } from '../../ui/Totals';
import classes from './Earnings.module.css';

type Span = 'week' | 'month';

/** The text of the balance between driver and platform over all time. */
function balanceLine(balance: number) {
  if (balance === 0) return { label: t('statement.balanced'), value: formatMoney(0), strong: true };
  const label = t(balance > 0 ? 'statement.owed' : 'statement.credit');
  return { label, value: formatMoney(Math.abs(balance)), strong: true };
}

/** The notes on a ride: that it is charged in part, that it is in review, or that it was refused. */
function notesOf({ is_part, review_status }: Statement['rows'][number]): string[] {
  return [
    ...(is_part ? [t('statement.part')] : []),
    ...(review_status === 'pending' ? [t('statement.in_review')] : []),
    ...(review_status === 'refused' ? [t('statement.refused')] : []),
  ];
}

/**
 * The amounts that explain the driver's earnings of a ride: the fee; if there are levies, also the price and the
 * levies.
 */
function splitOf({ price, platform_fee, driver_levies: levies }: Statement['rows'][number]): string[] {
  const fee = t('statement.row_fee', { amount: formatMoney(platform_fee) });
  if (!levies) return [fee];
  return [
    t('statement.row_price', { amount: formatMoney(price) }),
    fee,
    t('statement.row_levies', { amount: formatMoney(levies) }),
  ];
}

function Rides({ rows }: { rows: Statement['rows'] }) {
  if (rows.length === 0)
    return (
      <Text my="sm" inherit c="dimmed">
        {t('earnings.none')}
      </Text>
    );
  return (
    <ul className={classes.rows}>
      {rows.map((row) => (
        <li key={row.booking_id}>
          <div className={classes.row}>
            <time dateTime={row.completed_at}>{formatExact(row.completed_at)}</time>
            <strong>{formatMoney(row.driver_earnings)}</strong>
          </div>
          <Text className={classes.row} component="div" inherit c="dimmed" fz="meta" lh="md">
            <span>
              {t('bookings.method_and_state', {
                method: bookingTitle(row.booking_id),
                state: t(`payments.${row.payment_method}`),
              })}
            </span>
            <span>
              {splitOf(row).join(' · ')}
              {' · '}
              {t(row.settlement_status === 'paid' ? 'statement.settled' : 'statement.unsettled')}
              {notesOf(row).map((word) => ` · ${word}`)}
            </span>
          </Text>
        </li>
      ))}
    </ul>
  );
}

/** Whether a fee for cancelling is settled, as a message key. */
function stateOfFee({ settlement_status, waived }: NonNullable<Statement['cancellations']>[number]) {
  if (waived) return 'statement.waived';
  return settlement_status === 'paid' ? 'statement.settled' : 'statement.unsettled';
}

/** The period's cancellation fees: the driver owes one if the driver cancelled, and receives one if a customer did. */
function Cancellations({ rows = [] }: { rows: Statement['cancellations'] }) {
  if (rows.length === 0) return null;
  return (
    <ul className={classes.rows} aria-label={t('jurisdictions.cancellation_fees')}>
      {rows.map((row) => (
        <li key={row.booking_id}>
          <div className={classes.row}>
            <span>{t(`jurisdictions.fee_of_${row.by}`)}</span>
            <strong>{formatMoney(row.by === 'driver' ? -row.amount : row.amount)}</strong>
          </div>
          <Text className={classes.row} component="div" inherit c="dimmed" fz="meta" lh="md">
            <time dateTime={row.cancelled_at}>{formatExact(row.cancelled_at)}</time>
            <span>{t(stateOfFee(row))}</span>
          </Text>
        </li>
      ))}
    </ul>
  );
}

/** The totals that exist only if the jurisdiction has levies or fees for cancelling. */
function totalsOfLaw({ driver_levies: levies, cancellation_fees: fees }: Statement['totals']) {
  return [
    ...(levies !== undefined ? [{ label: t('jurisdictions.levies'), value: formatMoney(levies) }] : []),
    ...(fees !== undefined ? [{ label: t('jurisdictions.cancellation_fees'), value: formatMoney(fees) }] : []),
  ];
}

/** The passes that were bought in the period. */
function Passes({ passes }: { passes: Statement['passes'] }) {
  if (passes.length === 0) return null;
  return (
    <ul className={classes.rows} aria-label={t('pricing.passes')}>
      {passes.map((pass) => (
        <li key={pass.id}>
          <div className={classes.row}>
            <span>{t(`pricing.row_${pass.span}`)}</span>
            <strong>{formatMoney(-pass.price)}</strong>
          </div>
          <Text className={classes.row} component="div" inherit c="dimmed" fz="meta" lh="md">
            <time dateTime={pass.created_at}>{formatExact(pass.created_at)}</time>
            <span>{t(pass.settlement_status === 'paid' ? 'statement.settled' : 'statement.unsettled')}</span>
          </Text>
        </li>
      ))}
    </ul>
  );
}

/** The driver's statement of a week or month: every ride, the amounts received, and the current balance. */
export function StatementSection() {
  const [by, setBy] = useState<Span>('week');
  const [back, setBack] = useState(0);
  const { first, after } = periodBack(by, back, Date.now());
  const from = new Date(dayStart(first)).toISOString();
  const to = new Date(dayStart(after)).toISOString();
  const { value, failed, retry } = useRead(`${from} ${to}`, (signal) =>
    call(readStatement, { query: { from, to }, signal }),
  );
  const choose = (span: Span) => {
    setBy(span);
    setBack(0);
  };
  const { totals } = value ?? {};
  return (
    <Section
      title={t('statement.title')}
      action={<PeriodSwitch by={by} options={['week', 'month']} onChoose={choose} />}
    >
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <ActionIcon aria-label={t('statement.previous')} onClick={() => setBack(back + 1)}>
          <IconChevronLeft size={22} stroke={1.75} aria-hidden />
        </ActionIcon>
        <strong aria-live="polite">{formatPeriod(first, by)}</strong>
        <ActionIcon aria-label={t('statement.next')} disabled={back === 0} onClick={() => setBack(back - 1)}>
          <IconChevronRight size={22} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Group>
      {value && totals && (
        <>
          <Rides rows={value.rows} />
          <Passes passes={value.passes} />
          <Cancellations rows={value.cancellations} />
          <Totals
            lines={[
              { label: t('earnings.rides'), value: String(totals.rides) },
              { label: t('statement.fares'), value: formatMoney(totals.price) },
              { label: t('statement.fees'), value: formatMoney(totals.platform_fee) },
              { label: t('statement.earned'), value: formatMoney(totals.driver_earnings) },
              { label: t('statement.received'), value: formatMoney(totals.received_directly) },
              ...(totals.passes > 0 ? [{ label: t('pricing.passes'), value: formatMoney(totals.passes) }] : []),
              ...totalsOfLaw(totals),
              balanceLine(value.balance),
            ]}
          />
        </>
      )}
      {!value && (failed ? <LoadFailed onRetry={retry} /> : <RowsSkeleton rows={2} />)}
    </Section>
  );
}
