import { textIn } from '@boli/shared/core/messages';
import type { Receipt } from '@boli/shared/ledger/ledger.schema';
import { Box, Flex, Text } from '@mantine/core';
import type { Ref } from 'react';
import { currentLanguage } from '../../../core/language';
import { formatMoney } from '../../../core/money';
import { shownDecimalKm } from '../../../core/road';
import { bookingTitle } from '../../../core/short-id';
import { t } from '../../../core/t';
import { formatDay, formatExact } from '../../../core/time';
import { feeWords } from '../../../ui/fee-words';
import { LevyLines } from '../../../ui/LevyLines';
import { Line, Lines } from '../../../ui/Lines';
import { Logo } from '../../../ui/Logo';
import { Price } from '../../../ui/Price';
import { paymentState } from '../../../ui/payment-word';
import { RouteRail } from '../../../ui/RouteRail';
import { SplitBar } from '../../../ui/SplitBar';
import { StatusBadge } from '../../../ui/StatusBadge';
import classes from './Receipt.module.css';

function Times({ receipt }: { receipt: Receipt }) {
  const steps = [
    ['receipts.booked', receipt.created_at],
    ['receipts.planned', receipt.scheduled_time],
    ['receipts.accepted', receipt.accepted_at],
    ['receipts.started', receipt.started_at],
    [receipt.is_part || receipt.cancellation_fee ? 'receipts.cancelled' : 'receipts.completed', receipt.completed_at],
  ] as const;
  return (
    <Lines dense>
      {steps.map(
        ([label, time]) =>
          time && (
            <Line key={label} label={t(label)}>
              <time dateTime={time}>{formatExact(time)}</time>
            </Line>
          ),
      )}
    </Lines>
  );
}

/** The amount that the rider paid or has to pay, line by line. */
function Fare({ receipt }: { receipt: Receipt }) {
  const { price, promo_code, discount_amount, final_price, payment_status } = receipt;
  const isPaid = payment_status === 'completed';
  return (
    <>
      <Lines dense>
        <Line label={t(receipt.is_part ? 'payments.part_title' : 'receipts.fare')}>{formatMoney(price)}</Line>
        {discount_amount > 0 && (
          <Line label={t('receipts.promo', { code: promo_code ?? '' })}>{formatMoney(-discount_amount)}</Line>
        )}
        <Line sum label={t(isPaid ? 'receipts.rider_paid' : 'receipts.rider_pays')}>
          <Price value={final_price} size="stat" />
        </Line>
      </Lines>
      <Lines dense>
        <Line label={t('receipts.method')}>{t(`payments.${receipt.payment_method}`)}</Line>
        <Line label={t('receipts.status')}>
          <StatusBadge kind="payment" status={paymentState(receipt)} />
        </Line>
        {receipt.payment_confirmed_by && (
          <Line label={t('payments.confirmation')}>{t(`payments.by_${receipt.payment_confirmed_by}`)}</Line>
        )}
        {receipt.refund_amount !== null && (
          <Line label={t('receipts.refund')}>{formatMoney(receipt.refund_amount)}</Line>
        )}
        {receipt.payment_reference && (
          <Line label={t('receipts.reference')}>
            <Text span inherit fz="meta">
              {receipt.payment_reference}
            </Text>
          </Line>
        )}
      </Lines>
    </>
  );
}

/** The fee for cancelling, with the name of its rule. */
function CancellationFee({ fee: { by, amount, rule } }: { fee: NonNullable<Receipt['cancellation_fee']> }) {
  return (
    <>
      <Lines dense>
        <Line sum label={t(`jurisdictions.fee_of_${by}`)}>
          <Price value={amount} size="stat" />
        </Line>
      </Lines>
      <Text size="meta" c="dimmed">
        {textIn(rule, currentLanguage())}
      </Text>
    </>
  );
}

/** Whether the whole fare was refunded, so that there is no split. */
const isGivenBack = ({ is_part, refund_amount, final_price }: Receipt) =>
  !is_part && refund_amount !== null && refund_amount >= final_price;

/** The split of the amount: the same lines for rider and driver, which add up to the charged amount. */
function OpenSplit({ receipt }: { receipt: Receipt }) {
  const { promo_code, discount_amount, platform_fee, driver_earnings, final_price, fee_rule, levies } = receipt;
  return (
    <section className={classes.split}>
      <h3>{t('receipts.split')}</h3>
      <SplitBar earnings={driver_earnings} fee={platform_fee} />
      <Lines dense>
        <Line label={t('receipts.driver_share')}>{formatMoney(driver_earnings)}</Line>
        <Line label={feeWords(fee_rule) ?? t('receipts.platform', { percent: fee_rule.percent })}>
          {formatMoney(platform_fee)}
        </Line>
        <LevyLines levies={levies} />
        {discount_amount > 0 && (
          <Line label={t('receipts.promo', { code: promo_code ?? '' })}>{formatMoney(-discount_amount)}</Line>
        )}
        <Line sum label={t('receipts.sum')}>
          {formatMoney(final_price)}
        </Line>
      </Lines>
    </section>
  );
}

/** The sheet itself, as it is shown and printed. */
export function ReceiptPaper({ receipt, ref }: { receipt: Receipt; ref: Ref<HTMLElement> }) {
  return (
    <article ref={ref} className={classes.paper} aria-label={t('receipts.from_boli')}>
      <Flex className="line-below" component="header" align="center" wrap="wrap" gap="sm" pb="md">
        <Logo size={40} />
        <Box flex={1}>
          <h2>{t('receipts.from_boli')}</h2>
          <Text size="sm" c="dimmed">
            {t('receipts.ride_of', { day: formatDay(receipt.completed_at) })}
          </Text>
        </Box>
        <Text className="tabular" span inherit c="dimmed" fz="meta">
          {bookingTitle(receipt.booking_id)}
        </Text>
      </Flex>
      {receipt.cancellation_fee ? <CancellationFee fee={receipt.cancellation_fee} /> : <Fare receipt={receipt} />}
      {!isGivenBack(receipt) && !receipt.cancellation_fee && <OpenSplit receipt={receipt} />}
      <RouteRail pickup={receipt.pickup_location} drop={receipt.drop_location} />
      <Lines dense>
        <Line label={t('receipts.distance')}>{t('rides.distance', { km: shownDecimalKm(receipt.distance_km) })}</Line>
        {receipt.driven && (
          <Line label={t('receipts.driven')}>
            {t(`receipts.driven_${receipt.driven.source}`, {
              km: shownDecimalKm(receipt.driven.distance_km),
              min: receipt.driven.duration_min,
            })}
          </Line>
        )}
        <Line label={t('receipts.customer')}>{receipt.customer_name}</Line>
        <Line label={t('receipts.driver')}>{receipt.driver_name}</Line>
        <Line label={t('receipts.car')}>{[receipt.car_model, receipt.vehicle_number].filter(Boolean).join(' · ')}</Line>
      </Lines>
      <Times receipt={receipt} />
      <div className="boli-kinari" aria-hidden />
    </article>
  );
}
