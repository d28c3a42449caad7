import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { IconArrowBackUp, IconBan, IconHourglassHigh } from '@tabler/icons-react';
import { formatMoney } from '../../core/money';
import { t } from '../../core/t';
import { Note } from './Note';
import type { Side } from './words';

/** Whether the gateway has the customer's payment: the driver's share is then paid out. */
const isByGateway = ({ payment_confirmed_by }: Booking) => payment_confirmed_by === 'gateway';

/**
 * Says which amount waits for the review of a completed ride; null if none does, because the customer paid the driver
 * directly and without a promo code.
 */
function waitsForReview(booking: Booking): string | null {
  if (isByGateway(booking)) return t('payments.review_waits');
  if (booking.discount_amount === 0) return null;
  return t('payments.review_waits_credit', { amount: formatMoney(booking.discount_amount) });
}

/** Says what a refused ride means for the driver. This depends on how the customer paid, and on the promo discount. */
function refusedText(booking: Booking): string {
  if (isByGateway(booking)) return t('payments.review_refused');
  if (booking.payment_method === 'online') return t('payments.review_refused_unpaid');
  const { discount_amount } = booking;
  return discount_amount > 0
    ? t('payments.review_refused_credit', { amount: formatMoney(discount_amount) })
    : t('payments.review_refused_direct');
}

/** Tells a driver what waits for the review of the ride, or that the review refused the ride and why. */
function ReviewNote({ booking }: { booking: Booking }) {
  const { review_status, review_note } = booking;
  const waits = review_status === 'pending' ? waitsForReview(booking) : null;
  return (
    <>
      {waits && (
        <Note tone="amber" icon={IconHourglassHigh}>
          <p>{waits}</p>
        </Note>
      )}
      {review_status === 'refused' && (
        <Note tone="red" icon={IconBan}>
          <p>{refusedText(booking)}</p>
          {review_note && <p>{t('payments.review_reason', { reason: review_note })}</p>}
        </Note>
      )}
    </>
  );
}

/** Says who pays a due refund: the gateway if it has the payment, else the driver. */
function dueText(booking: Booking, side: Side): string {
  const amount = formatMoney(booking.refund_amount ?? booking.final_price);
  if (isByGateway(booking)) return t(`payments.refund_due_gateway_${side}`, { amount });
  return side === 'driver'
    ? t('payments.refund_due_direct_driver', { amount, name: booking.customer_name })
    : t('payments.refund_due_direct_customer', { amount, name: booking.driver_name });
}

/** The state of the fare of a cancelled ride, and for a driver the state of the ride's review. */
export function RefundNotes({ booking, side }: { booking: Booking; side: Side }) {
  const { refund_status, refund_amount, part_fare, final_price } = booking;
  return (
    <>
      {refund_status === 'review' && (
        <Note tone="amber" icon={IconHourglassHigh}>
          <p>{t('payments.refund_in_review', { amount: formatMoney(final_price) })}</p>
        </Note>
      )}
      {refund_status === 'due' && (
        <Note tone="amber" icon={IconArrowBackUp}>
          <p>{dueText(booking, side)}</p>
        </Note>
      )}
      {refund_status === 'refunded' && !part_fare && (
        <Note tone="info" icon={IconArrowBackUp}>
          <p>{t(`payments.refund_done_${side}`, { amount: formatMoney(refund_amount ?? final_price) })}</p>
        </Note>
      )}
      {part_fare && (
        <Note tone="info" icon={IconArrowBackUp}>
          <p>
            {t('payments.refund_part', {
              refund: formatMoney(refund_amount ?? 0),
              kept: formatMoney(part_fare.final_price),
            })}
          </p>
        </Note>
      )}
      {side === 'driver' && <ReviewNote booking={booking} />}
    </>
  );
}
