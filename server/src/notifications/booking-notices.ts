import type { Eta } from '@boli/shared/arrival/arrival.schema';
import { isDead } from '@boli/shared/bookings/bookings.state';
import { PAYMENT_DUE_MINUTES } from '@boli/shared/core/constants';
import { shownMinutes } from '@boli/shared/geo/shown-minutes';
import type { NotificationKind } from '@boli/shared/notifications/notifications.schema';
import { keptFee, refundOf } from '../bookings/bookings.fare';
import type { BookingDocument } from '../bookings/bookings.model';
import { endReason } from '../bookings/bookings.policy';
import { shownToDriver } from '../rides/pickup';
import { idOf, money, notice, placesOf, type Words } from './notice';
import type { NotificationDocument } from './notifications.model';

const MINUTE_MS = 60_000;
/** The customer is notified of the start and of the completion of a ride within this time (ms) after each. */
const NEWS_MS = 24 * 60 * MINUTE_MS;

/**
 * All notices that the state of this booking requires; nobody is notified of their own action, except of a payment
 * through the gateway.
 */
export function noticesOfBooking(booking: BookingDocument, now: Date): NotificationDocument[] {
  return [
    ...ofAnswer(booking),
    ...ofEnd(booking),
    ...ofRide(booking, now),
    ...ofMoney(booking, now),
    ...ofReview(booking),
  ];
}

function ofAnswer(booking: BookingDocument): NotificationDocument[] {
  const notices = [
    toDriver(booking, booking.created_at, {
      kind: 'booking_requested',
      params: { price: money(booking.price_paise) },
    }),
  ];
  if (booking.accepted_at)
    notices.push(toCustomer(booking, booking.accepted_at, { kind: 'booking_accepted', params: {} }));
  if (booking.arrived_at) notices.push(toCustomer(booking, booking.arrived_at, { kind: 'driver_arrived', params: {} }));
  return notices;
}

function ofEnd(booking: BookingDocument): NotificationDocument[] {
  const { status, cancelled_at: endedAt, cancelled_by: by } = booking;
  if (!isDead(status) || !endedAt) return [];
  const reason = endReason(booking) ?? '';
  if (status === 'cancelled') {
    const words: Words = { kind: 'booking_cancelled', params: { reason } };
    return [by === 'customer' ? toDriver(booking, endedAt, words) : toCustomer(booking, endedAt, words)];
  }
  const words: Words = { kind: 'booking_rejected', params: { reason } };
  const customerNotice = toCustomer(booking, endedAt, {
    ...words,
    ...(reason !== '' && { body: 'notifications.booking_rejected.body_reason' }),
  });
  const byDriver = by === 'driver';
  return byDriver
    ? [customerNotice]
    : [customerNotice, toDriver(booking, endedAt, { ...words, body: 'notifications.booking_rejected.body_driver' })];
}

/**
 * The notices of the start and the completion, which the driver reports; none after `NEWS_MS`, so that a late change of
 * an old booking does not repeat them. The notice of the completion also asks for the rating.
 */
function ofRide(booking: BookingDocument, now: Date): NotificationDocument[] {
  const milestones = [
    ['ride_started', booking.started_at],
    ['ride_completed', booking.completed_at],
  ] as const;
  return milestones.flatMap(([kind, at]) =>
    at && now.getTime() - at.getTime() < NEWS_MS ? [toCustomer(booking, at, { kind, params: {} })] : [],
  );
}

function ofMoney(booking: BookingDocument, now: Date): NotificationDocument[] {
  const { payment_completed_at: paidAt, payment_claimed_at: claimedAt } = booking;
  const words = { params: { price: money(booking.final_price_paise) } };
  const notices: NotificationDocument[] = [];
  const isClaimed = booking.payment_claimed_by === 'customer' && !booking.payment_confirmed_at;
  if (isClaimed && claimedAt) {
    const body =
      booking.payment_status === 'pending'
        ? 'notifications.payment_claimed.body_cash'
        : 'notifications.payment_claimed.body';
    notices.push(toDriver(booking, claimedAt, { kind: 'payment_claimed', body, ...words }));
  }
  if (paidAt && booking.final_price_paise > 0) {
    const paid: Words = { kind: 'payment_completed', ...words };
    const { payment_id: byGateway, payment_marked_by: markedBy } = booking;
    // Cash at the end of the ride requires no notice, because both parties are present.
    const byCustomer = markedBy === booking.customer_id;
    const isConfirmed = byCustomer && Boolean(booking.payment_confirmed_at);
    if (byGateway || isConfirmed || markedBy === booking.driver_id) notices.push(toCustomer(booking, paidAt, paid));
    // A payment that the customer claims counts as paid once the driver or an admin confirms it.
    const byAdmin = byCustomer && booking.payment_confirmed_by === 'admin';
    if (byGateway || byAdmin) notices.push(toDriver(booking, booking.payment_confirmed_at ?? paidAt, paid));
  }
  return [...notices, ...ofRefusedClaim(booking), ...ofRefund(booking, now)];
}

/** The notice that an admin refused the payment that the customer claimed, with the fee for cancelling that is then owed. */
function ofRefusedClaim(booking: BookingDocument): NotificationDocument[] {
  const { refused_claim: refused } = booking;
  if (!refused) return [];
  const fee = keptFee(booking);
  return [
    toCustomer(booking, refused.refused_at, {
      kind: 'payment_refused',
      params: { price: money(booking.final_price_paise), fee: money(fee) },
      ...(fee > 0 && { body: 'notifications.payment_refused.body_fee' as const }),
    }),
  ];
}

function ofRefund(booking: BookingDocument, now: Date): NotificationDocument[] {
  const { refund_status: refund, refund_decided_at: decidedAt, cancelled_at: endedAt } = booking;
  const notice = (kind: NotificationKind, at: Date, paise = refundOf(booking)) =>
    toCustomer(booking, at, { kind, params: { price: money(paise) } });
  if (refund === 'review') return [notice('refund_review', endedAt ?? now, booking.final_price_paise)];
  if (decidedAt && refundOf(booking) === 0) return [notice('refund_none', decidedAt)];
  if (refund !== 'due' && refund !== 'refunded') return [];
  const due = notice('refund_due', decidedAt ?? endedAt ?? now);
  return refund === 'refunded' ? [due, notice('refund_completed', now)] : [due];
}

/** The notice that the review refused the ride, with its reason. */
function ofReview(booking: BookingDocument): NotificationDocument[] {
  const { review_status: status, review_note: reason, reviewed_at: decidedAt } = booking;
  if (status !== 'refused' || !decidedAt) return [];
  const words: Words = { kind: 'ride_refused', params: { reason: reason ?? '' } };
  return [
    toDriver(booking, decidedAt, { ...words, ...(reason && { body: 'notifications.ride_refused.body_reason' }) }),
  ];
}

/** The notices, for both parties, that a scheduled ride begins soon. */
export function remindersOf(booking: BookingDocument, scheduledTime: Date, now: Date): NotificationDocument[] {
  const minutes = Math.max(1, Math.ceil((scheduledTime.getTime() - now.getTime()) / MINUTE_MS));
  const words: Words = { kind: 'ride_reminder', params: { minutes } };
  return [toCustomer(booking, now, words), toDriver(booking, now, words)];
}

/** The notice, for the customer, that the driver is this many seconds away from the pickup. */
export function noticeOfApproach(booking: BookingDocument, { seconds, source }: Eta, now: Date): NotificationDocument {
  return toCustomer(booking, now, { kind: 'driver_arriving', params: { minutes: shownMinutes(seconds, source) } });
}

/** The notice, for the customer, that a completed ride is not paid yet. */
export function noticeOfPaymentDue(booking: BookingDocument, now: Date): NotificationDocument {
  return toCustomer(booking, now, { kind: 'payment_due', params: { price: money(booking.final_price_paise) } });
}

function toCustomer(booking: BookingDocument, at: Date, words: Words): NotificationDocument {
  return ofBooking(booking, at, { ...words, userId: booking.customer_id, name: booking.driver_name });
}

function toDriver(booking: BookingDocument, at: Date, words: Words): NotificationDocument {
  const shown = shownToDriver(booking);
  return ofBooking(shown, at, { ...words, userId: booking.driver_id, name: shown.customer_name });
}

function ofBooking(
  booking: BookingDocument,
  at: Date,
  { userId, name, params, ...words }: Words & { userId: string; name: string },
): NotificationDocument {
  return notice(booking._id, userId, {
    ...words,
    params: { ...placesOf(booking), name, ...params },
    ride_request_id: booking.ride_request_id,
    booking_id: booking._id,
    scheduled_time: booking.scheduled_time,
    created_at: at,
  });
}

/** The ids of the notices that asked the customer to rate or to pay a completed ride, once the customer has done so. */
export function settledIds(booking: BookingDocument): string[] {
  const { _id, customer_id: userId, rating, completed_at: doneAt, payment_completed_at: paidAt } = booking;
  const isPaidLate = doneAt && paidAt && paidAt.getTime() - doneAt.getTime() >= PAYMENT_DUE_MINUTES * MINUTE_MS;
  return [
    // A booking that was completed under an earlier release has a separate notice that asks for the rating.
    ...(rating === null ? [] : [idOf(_id, 'ride_completed', userId), idOf(_id, 'rate_ride', userId)]),
    ...(isPaidLate ? [idOf(_id, 'payment_due', userId)] : []),
  ];
}
