import type { SettlementInput } from '@boli/shared/settlements/settlements.schema';
import type { z } from 'zod';
import type { ReportChange } from '../admin-log/admin-log.service';
import { chargedFare, isCreditRefused } from '../bookings/bookings.fare';
import type { BookingDocument } from '../bookings/bookings.model';
import { isConfirmed, isFeeClaimed, isFeeKept } from '../bookings/bookings.payment-claims';
import { bookings } from '../bookings/bookings.repository';
import { isSettledByGateway } from '../bookings/cancellation-fee';
import type { Actor } from '../core/actor';
import { clock } from '../core/clock';
import { Conflict, NotFound } from '../core/errors';
import { failpoint } from '../core/failpoint';
import type { Slice } from '../core/slice.repository';
import { domainEvents } from '../domain-events';
import { passUntil } from '../pricing/pricing.service';
import { usualPricePerKm } from '../rides/usual-price';
import { settings } from '../settings';
import { noSums } from '../sums/sums';
import { readSums } from '../sums/sums.service';
import type { SettlementDocument } from './settlements.model';
import { loggedSettlement } from './settlements.presenter';
import { emitSettlement, settlementReconciler } from './settlements.reconcile';
import { BY_GATEWAY, type EarningsSums, type Payment, settlements } from './settlements.repository';
import { checkWaivable } from './waive.policy';

const DAY_MS = 24 * 60 * 60_000;

/**
 * Creates the settlement of a booking whose fare, or whose fee for cancelling, is charged; or reduces it to the part of
 * the fare that a refused review left.
 */
export async function settleBooking(booking: BookingDocument): Promise<void> {
  const settlement = settlementOf(booking);
  if (settlement) await settle(booking, settlement);
}

/**
 * Stores the settlement of a booking under the booking's id. A repeat stores nothing new, but applies a gateway payment
 * or a refused review.
 */
async function settle(booking: BookingDocument, settlement: SettlementDocument): Promise<void> {
  if (await settlements.insertOnce(settlement)) domainEvents.emit('settlement.changed', { settlement });
  // The payment arrived, or was confirmed, after the ride had ended: the settlement may exist and be pending.
  else await paidByRide(booking);
  if (booking.review_status === 'refused') await takeBack(booking, settlement);
}

/**
 * Reduces the settlement of a refused ride to the fare that is charged. An amount that an admin has marked as paid stays
 * as it was.
 */
async function takeBack({ levies }: BookingDocument, { _id, ...due }: SettlementDocument): Promise<void> {
  const { platform_fee_paise, discount_paise, levy_paise = 0, net_due_paise } = due;
  // A charged fare of zero has no levy: the stored levy becomes zero.
  const levy = levies ? { levy_paise } : {};
  const settlement = await settlements.reduce(_id, { platform_fee_paise, discount_paise, net_due_paise, ...levy });
  if (settlement) domainEvents.emit('settlement.changed', { settlement });
}

/**
 * How the money of the ride itself pays its settlement: the platform has its fee from the gateway, or a fee for
 * cancelling is kept from what the customer has paid directly. Null if that money does not pay the settlement.
 */
export function paymentByRide(booking: BookingDocument): Pick<Payment, 'method' | 'reference'> | null {
  if (isSettledByGateway(booking)) return { method: BY_GATEWAY, reference: booking.payment_id };
  return isFeeKept(booking) ? { method: null, reference: null } : null;
}

/**
 * Marks a pending settlement as paid by the money of the ride. Does nothing if it is paid already or does not exist
 * yet.
 */
async function paidByRide(booking: BookingDocument): Promise<void> {
  const payment = paymentByRide(booking);
  if (payment && (await settlements.pay(booking._id, { ...payment, at: clock.now() }))) {
    failpoint('settlement.paid');
    await settlementReconciler.reconcile(booking._id);
  }
}

/**
 * Computes the settlement of a booking's charged fare, or of the fee for cancelling the booking; null if neither is
 * due. A settlement is paid immediately if there is no fee and no levy, or if the gateway has collected the money.
 */
export function settlementOf(booking: BookingDocument): SettlementDocument | null {
  if (booking.cancellation_fee) return settlementOfCancellation(booking, booking.cancellation_fee);
  const fare = chargedFare(booking);
  if (!fare || (booking.status !== 'completed' && fare.price_paise === 0)) return null;
  const since = booking.completed_at ?? booking.refund_decided_at ?? booking.created_at;
  const byGateway = Boolean(booking.payment_id);
  const levy = fare.levies?.driver_paise;
  const owed = fare.fee_paise + (levy ?? 0);
  const paid = byGateway || owed === 0;
  const discount = isCreditRefused(booking) ? 0 : fare.discount_paise;
  return {
    _id: booking._id,
    driver_id: booking.driver_id,
    driver_name: booking.driver_name,
    platform_fee_paise: fare.fee_paise,
    discount_paise: discount,
    ...(levy !== undefined && { levy_paise: levy }),
    net_due_paise: owed - discount,
    due_date: new Date(since.getTime() + settings().SETTLEMENT_DUE_DAYS * DAY_MS),
    settlement_status: paid ? 'paid' : 'pending',
    payment_method: byGateway ? BY_GATEWAY : null,
    payment_reference: booking.payment_id,
    paid_at: paid ? since : null,
    created_at: since,
    version: 1,
  };
}

/** The settlement of a fee for cancelling: it is paid already if the fee is kept from a payment of the customer. */
function settlementOfCancellation(
  booking: BookingDocument,
  { by, amount_paise }: NonNullable<BookingDocument['cancellation_fee']>,
): SettlementDocument {
  const since = booking.cancelled_at ?? booking.created_at;
  const payment = paymentByRide(booking);
  return {
    _id: booking._id,
    driver_id: booking.driver_id,
    driver_name: booking.driver_name,
    cancellation: {
      by,
      payer_id: by === 'driver' ? booking.driver_id : booking.customer_id,
      payer_name: by === 'driver' ? booking.driver_name : booking.customer_name,
    },
    platform_fee_paise: 0,
    discount_paise: 0,
    net_due_paise: amount_paise,
    due_date: new Date(since.getTime() + settings().SETTLEMENT_DUE_DAYS * DAY_MS),
    settlement_status: payment ? 'paid' : 'pending',
    payment_method: payment?.method ?? null,
    payment_reference: payment?.reference ?? null,
    paid_at: payment ? since : null,
    created_at: since,
    version: 1,
  };
}

/** Settlements that are not paid, newest first. */
export async function listPending(slice: Slice): Promise<{ rows: SettlementDocument[]; total: number }> {
  return settlements.pending(slice);
}

/** How often a payment is tried while other admins pay the same settlement and undo their payments. */
const MAX_TRIES = 10;

/**
 * Marks a settlement as paid, or a fee for cancelling as waived; one that is paid already is returned unchanged. Throws
 * 404 for an unknown settlement; 409 if anything but a fee for cancelling is to be waived, if the settlement is changed
 * meanwhile, and if `checkSettleable` throws.
 */
export async function pay(
  id: string,
  input: z.output<typeof SettlementInput>,
  changed: ReportChange,
  tries = MAX_TRIES,
): Promise<SettlementDocument> {
  const settlement = await settlements.byId(id);
  if (!settlement) throw new NotFound();
  if (settlement.settlement_status === 'paid') {
    emitSettlement(settlement);
    return settlement;
  }
  checkWaivable(settlement, input.payment_method);
  const booking = await bookings.byId(id);
  if (booking) checkSettleable(booking, settlement);
  const payment = { method: input.payment_method, reference: input.payment_reference, at: clock.now() };
  // Only for the amount that was read: a refused review may meanwhile remove the discount from the settlement.
  const paid = await settlements.pay(id, payment, settlement.net_due_paise);
  if (paid) {
    failpoint('settlement.paid');
    const before = { settlement_status: 'pending', payment_method: null, payment_reference: null };
    changed({ ...loggedSettlement(paid), ...before }, loggedSettlement(paid));
    await settlementReconciler.reconcile(id);
    return paid;
  }
  const now = await settlements.byId(id);
  if (now?.settlement_status === 'paid') return now;
  // Another call marked the settlement as paid, and this was undone meanwhile: this call still has to mark it.
  if (now?.net_due_paise === settlement.net_due_paise && tries > 1) return pay(id, input, changed, tries - 1);
  throw new Conflict('common.changed_meanwhile');
}

/**
 * Throws 409 while a review keeps back the discount; if the platform would pay the driver for an unconfirmed payment;
 * and while a payment that would pay the fee for cancelling is claimed but not confirmed. Also throws 409 while the
 * consequences of a refused review or of a confirmation are pending.
 */
export function checkSettleable(booking: BookingDocument, settlement: SettlementDocument): void {
  if (booking.review_status === 'pending' && settlement.discount_paise > 0) {
    throw new Conflict('settlements.in_review');
  }
  // The review is decided, and its consequences are pending.
  if (booking.review_status === 'refused' && settlement.discount_paise > 0) {
    throw new Conflict('common.changed_meanwhile');
  }
  if (settlement.net_due_paise < 0 && !isConfirmed(booking)) throw new Conflict('settlements.not_confirmed');
  if (isFeeClaimed(booking)) throw new Conflict('payments.not_confirmed');
  // The claim is confirmed, and its consequences are pending.
  if (isFeeKept(booking)) throw new Conflict('common.changed_meanwhile');
}

/**
 * A driver's sums, the usual price for a kilometre in paise (null if unknown), and when the driver's last pass ends
 * (null without a valid pass).
 */
export interface DriverFigures extends EarningsSums {
  usual_per_km_paise: number | null;
  pass_until: Date | null;
}

async function sumsOf(driverId: string): Promise<EarningsSums> {
  const kept = await readSums([{ series: 'fares', owner: driverId, period: 'all' }]);
  if (!kept) return settlements.sumsOf(driverId);
  const [sums = noSums] = kept;
  return {
    earnings_paise: sums.earnings_paise,
    completed_rides: sums.rides,
    fees_paid_paise: sums.settlement_paid_paise,
    fees_pending_paise: sums.settlement_fee_paise - sums.settlement_paid_paise,
  };
}

/** A driver's sums over all rides (zeros before the first), usual price per kilometre, and the end of the last pass. */
export async function earningsOf(driver: Pick<Actor, 'id'>): Promise<DriverFigures> {
  const [sums, usual_per_km_paise, pass_until] = await Promise.all([
    sumsOf(driver.id),
    usualPricePerKm(driver.id),
    passUntil(driver.id),
  ]);
  return { ...sums, usual_per_km_paise, pass_until };
}
