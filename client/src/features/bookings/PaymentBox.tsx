import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { toPaise } from '@boli/shared/core/money';
import { presentLevies, ruleInPaise } from '@boli/shared/pricing/pricing.schema';
import { Button } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { formatMoney } from '../../core/money';
import { t } from '../../core/t';
import { useAction } from '../../core/use-action';
import { feeWords } from '../../ui/fee-words';
import { LevyLines } from '../../ui/LevyLines';
import { Line, Lines } from '../../ui/Lines';
import { OnlineButton } from '../../ui/OnlineButton';
import { Price } from '../../ui/Price';
import { chargedPrice, paymentState } from '../../ui/payment-word';
import { SplitBar } from '../../ui/SplitBar';
import { StatusBadge } from '../../ui/StatusBadge';
import type { BookingDialog } from './booking-dialog';
import { markPayment } from './bookings.actions';
import { bookingProof } from './bookings.store';
import classes from './PaymentBox.module.css';
import { PaymentClaim } from './PaymentClaim';
import { isDirectUpi, isPayable, PayToDriver } from './PayToDriver';
import { RefundNotes } from './RefundNotes';
import type { Side } from './words';

/** Whether a direct UPI payment is outstanding, which either party can mark as made. */
export const canMarkPaid = (booking: Booking) => isDirectUpi(booking) && isPayable(booking);

/** The button Mark Payment as Completed; nothing if the payment cannot be marked. */
export function MarkPaid({ booking, quiet }: { booking: Booking; quiet: boolean }) {
  const { busy, act } = useAction();
  if (!canMarkPaid(booking)) return null;
  const mark = () =>
    act({
      name: booking.id,
      run: (key) => markPayment(booking.id, key),
      proof: bookingProof(booking.id, ({ payment_status }) => payment_status === 'completed'),
      successMessage: 'payments.marked',
      errorMessage: 'payments.mark_failed',
    });
  return (
    <OnlineButton fullWidth variant={quiet ? 'light' : 'filled'} loading={busy !== null} onClick={() => void mark()}>
      {t('payments.mark')}
    </OnlineButton>
  );
}

/**
 * The levies of a fare, each with its percent. If a review reduced the fare, only their stored sum is shown, because it
 * belongs to the fare before the reduction.
 */
function Levies({ booking, price, sum }: { booking: Booking; price: number; sum: number }) {
  const { levies = [] } = presentLevies({ price: toPaise(price), fee: 0 }, ruleInPaise(booking.fee_rule));
  const borne = levies.filter(({ borne_by }) => borne_by === 'driver');
  const isSum = borne.reduce((total, { amount }) => total + toPaise(amount), 0) === toPaise(sum);
  if (isSum) return <LevyLines levies={borne} sign={-1} />;
  return <Line label={t('jurisdictions.levies')}>{formatMoney(0 - sum)}</Line>;
}

/** The split of the fare, for drivers. The rows add up exactly, to the paisa. */
function Split({ booking }: { booking: Booking }) {
  const { promo_code, driver_fare } = booking;
  if (!driver_fare) return null;
  const { price, platform_fee, driver_earnings, discount_amount, driver_levies = 0 } = driver_fare;
  return (
    <>
      <SplitBar earnings={driver_earnings} fee={platform_fee} />
      <Lines>
        {discount_amount > 0 && (
          <Line label={t('bookings.promo_line', { code: promo_code ?? '' })}>{formatMoney(discount_amount)}</Line>
        )}
        <Line label={t(booking.part_fare ? 'payments.part_title' : 'bookings.quoted_price')}>
          <Price value={price} />
        </Line>
        <Line label={feeWords(booking.fee_rule) ?? t('bookings.fee')}>{formatMoney(0 - platform_fee)}</Line>
        {driver_levies > 0 && <Levies booking={booking} price={price} sum={driver_levies} />}
        <Line label={t('bookings.earnings')}>
          <Price value={driver_earnings} />
        </Line>
      </Lines>
    </>
  );
}

interface PaymentBoxProps {
  booking: Booking;
  side: Side;
  /** Whether another button is the primary one of this dialog. */
  quiet: boolean;
  /** Whether the question about the payment is above the box (`PaymentQuestion`). */
  isAsked: boolean;
  onOpen: (dialog: BookingDialog) => void;
}

/** The customer's button Pay Now; nothing for cash, and if no payment is outstanding. */
function PayNow({ booking, quiet, onOpen }: Omit<PaymentBoxProps, 'side' | 'isAsked'>) {
  if (booking.payment_method === 'cash' || !isPayable(booking)) return null;
  return (
    <OnlineButton fullWidth variant={quiet ? 'light' : 'filled'} onClick={() => onOpen('pay')}>
      {t('payments.pay_now')}
    </OnlineButton>
  );
}

function Method({ booking, side, onOpen }: Omit<PaymentBoxProps, 'quiet' | 'isAsked'>) {
  const canChange = side === 'customer' && isPayable(booking);
  return (
    <Line label={t('bookings.method')} className={canChange ? classes.method : ''}>
      <span>{t(`payments.${booking.payment_method}`)}</span>
      {canChange && (
        <Button variant="subtle" size="sm" onClick={() => onOpen('method')}>
          {t('payments.change')}
        </Button>
      )}
    </Line>
  );
}

/** Whether there is a receipt: for a completed ride, and for a cancelled one with a charged part or a fee for cancelling. */
const hasReceipt = ({ status, part_fare, cancellation_fee }: Booking) =>
  status === 'completed' || cancellation_fee !== undefined || (part_fare !== null && part_fare.final_price > 0);

/** The fee for cancelling, with the side that pays it. The state "Not charged" above it is the state of the fare. */
function CancellationFee({ cancellation_fee: fee }: Booking) {
  return fee && <Line label={t(`jurisdictions.fee_of_${fee.by}`)}>{formatMoney(fee.amount)}</Line>;
}

/** The charged amount, the payment method and its state; for drivers also the platform's fee and their earnings. */
export function PaymentBox({ booking, side, quiet, isAsked, onOpen }: PaymentBoxProps) {
  const { price } = booking;
  const charged = chargedPrice(booking);
  return (
    <section className={`boli-card ${classes.box}`}>
      <h3>{t('bookings.payment')}</h3>
      <Lines>
        <Line label={t('bookings.total')} className={classes.total}>
          <Price value={charged} size="due" />
          {charged < price && <Price value={price} struck />}
        </Line>
        <Method booking={booking} side={side} onOpen={onOpen} />
        <Line label={t('bookings.payment_status')}>
          <StatusBadge kind="payment" status={paymentState(booking)} />
        </Line>
        {booking.payment_confirmed_by && (
          <Line label={t('payments.confirmation')}>{t(`payments.by_${booking.payment_confirmed_by}`)}</Line>
        )}
        <CancellationFee {...booking} />
      </Lines>
      <RefundNotes booking={booking} side={side} />
      {!isAsked && <PaymentClaim booking={booking} side={side} quiet />}
      {side === 'driver' && <Split booking={booking} />}
      {side === 'customer' && <PayNow booking={booking} quiet={quiet} onOpen={onOpen} />}
      {side === 'customer' && <PayToDriver booking={booking} />}
      {!isAsked && <MarkPaid booking={booking} quiet={quiet || side === 'customer'} />}
      {hasReceipt(booking) && (
        <Button
          fullWidth
          variant="default"
          leftSection={<IconReceipt size={20} stroke={1.75} aria-hidden />}
          onClick={() => onOpen('receipt')}
        >
          {t('receipts.open')}
        </Button>
      )}
    </section>
  );
}
