import type { Role } from '@boli/shared/auth/auth.schema';
import { toRupees } from '@boli/shared/core/money';
import type { Receipt, Statement } from '@boli/shared/ledger/ledger.schema';
import { presentFeeRule, presentLevies } from '@boli/shared/pricing/pricing.schema';
import { feeRuleOf, refusedFare, wholeFare } from '../bookings/bookings.fare';
import type { BookingDocument, StoredFare } from '../bookings/bookings.model';
import { paymentClaimOf } from '../bookings/bookings.payment-claims';
import { placeFor, presentDriven } from '../bookings/bookings.presenter';
import { presentCancellationFee } from '../bookings/cancellation-fee.presenter';
import { refundAmountOf, refundStatusOf } from '../bookings/money.presenter';
import type { SettlementDocument } from '../settlements/settlements.model';
import { isWaived } from '../settlements/waive.policy';
import { isPaidDirectly } from './entries';
import type { StatementParts } from './ledger.service';

const timeOf = (time: Date | null) => time?.toISOString() ?? null;
/** When a ride ended. */
const endedAt = (booking: BookingDocument) =>
  (booking.completed_at ?? booking.cancelled_at ?? booking.created_at).toISOString();
/** When a ride counts in a statement: a ride that was cancelled in progress counts from the decision about its fare. */
const countedAt = (booking: BookingDocument) =>
  (booking.completed_at ?? booking.refund_decided_at ?? booking.created_at).toISOString();
const isPart = (booking: BookingDocument) => booking.status === 'cancelled' && !booking.cancellation_fee;
/**
 * The fare that a receipt shows: for a completed ride the whole fare, whatever a review decided later; for a ride that
 * was cancelled in progress the fare of the driven part; a fare of zero for a booking with a fee for cancelling.
 */
const shownFare = (booking: BookingDocument): StoredFare => {
  if (booking.cancellation_fee) return refusedFare();
  return (isPart(booking) ? booking.part : null) ?? wholeFare(booking);
};
/** The fare that the sums use. */
const countedFare = (booking: BookingDocument): StoredFare => booking.part ?? wholeFare(booking);

/**
 * Presents the receipt of a completed ride, of the driven part, or of a fee for cancelling: both sides see the same
 * split. For a ride that was never accepted, a driver sees the places as they are shown before acceptance.
 */
export function presentReceipt(booking: BookingDocument, reader: Role): Receipt {
  const fare = shownFare(booking);
  const place = placeFor(reader, booking);
  return {
    booking_id: booking._id,
    customer_name: place.customer_name,
    driver_name: booking.driver_name,
    car_model: booking.car_model,
    vehicle_number: booking.vehicle_number ?? null,
    pickup_location: place.pickup_location,
    drop_location: place.drop_location,
    distance_km: place.distance_km,
    driven: presentDriven(booking),
    price: toRupees(fare.price_paise),
    promo_code: booking.promo_code,
    discount_amount: toRupees(fare.discount_paise),
    final_price: toRupees(fare.final_paise),
    platform_fee: toRupees(fare.fee_paise),
    driver_earnings: toRupees(fare.earnings_paise),
    fee_rule: presentFeeRule(feeRuleOf(booking)),
    ...presentLevies({ price: fare.price_paise, fee: fare.fee_paise }, feeRuleOf(booking)),
    ...presentCancellationFee(booking),
    payment_method: booking.payment_method,
    payment_status: booking.payment_status,
    payment_claimed_by: paymentClaimOf(booking),
    payment_confirmed_by: booking.payment_confirmed_by ?? null,
    refund_status: refundStatusOf(booking),
    refund_amount: refundAmountOf(booking),
    is_part: isPart(booking),
    payment_reference: booking.payment_id,
    scheduled_time: timeOf(booking.scheduled_time),
    created_at: booking.created_at.toISOString(),
    accepted_at: timeOf(booking.accepted_at),
    arrived_at: timeOf(booking.arrived_at ?? null),
    started_at: timeOf(booking.started_at),
    completed_at: endedAt(booking),
  };
}

/** Presents a driver's statement of a period. Totals are summed in paise, so that they match the sum of the rows. */
export function presentStatement(period: { from: Date; to: Date }, parts: StatementParts): Statement {
  const sum = (of: (ride: BookingDocument) => number) =>
    toRupees(parts.rides.reduce((total, ride) => total + of(ride), 0));
  const cancellations = parts.cancellations.flatMap((booking) =>
    presentCancellation(booking, parts.settlements.get(booking._id)),
  );
  const levies = sum((ride) => countedFare(ride).levies?.driver_paise ?? 0);
  const fees = toRupees(
    parts.cancellations.reduce((total, one) => total + earnedByCancelling(one, parts.settlements.get(one._id)), 0),
  );
  return {
    from: period.from.toISOString(),
    to: period.to.toISOString(),
    rows: parts.rides.map((ride) => presentRow(ride, parts.settlements.get(ride._id))),
    passes: parts.passes.flatMap(presentPassRow),
    ...(cancellations.length > 0 && { cancellations }),
    totals: {
      rides: parts.rides.length,
      price: sum((ride) => countedFare(ride).price_paise),
      platform_fee: sum((ride) => countedFare(ride).fee_paise),
      driver_earnings: sum((ride) => countedFare(ride).earnings_paise),
      ...(levies > 0 && { driver_levies: levies }),
      received_directly: sum(receivedDirectly),
      ...(cancellations.length > 0 && { cancellation_fees: fees }),
      passes: toRupees(parts.passes.reduce((total, one) => total + one.platform_fee_paise, 0)),
    },
    balance: toRupees(parts.balance_paise),
  };
}

function presentRow(ride: BookingDocument, settlement: SettlementDocument | undefined): Statement['rows'][number] {
  const fare = countedFare(ride);
  return {
    booking_id: ride._id,
    completed_at: countedAt(ride),
    payment_method: ride.payment_method,
    price: toRupees(fare.price_paise),
    platform_fee: toRupees(fare.fee_paise),
    discount_amount: toRupees(fare.discount_paise),
    driver_earnings: toRupees(fare.earnings_paise),
    ...(fare.levies && { driver_levies: toRupees(fare.levies.driver_paise) }),
    received_directly: toRupees(receivedDirectly(ride)),
    settlement_status: settlement?.settlement_status ?? 'pending',
    is_part: isPart(ride),
    review_status: ride.review_status ?? null,
  };
}

/**
 * What a fee for cancelling adds to the driver's earnings, in paise. The driver's own fee is negative, and counts from the
 * cancellation on. A customer's fee counts once it is paid. A waived fee adds nothing.
 */
function earnedByCancelling(
  { cancellation_fee: fee }: BookingDocument,
  settlement: SettlementDocument | undefined,
): number {
  if (!fee || (settlement && isWaived(settlement))) return 0;
  if (fee.by === 'driver') return 0 - fee.amount_paise;
  return settlement?.settlement_status === 'paid' ? fee.amount_paise : 0;
}

function presentCancellation(
  booking: BookingDocument,
  settlement: SettlementDocument | undefined,
): NonNullable<Statement['cancellations']> {
  const { cancellation_fee: fee } = presentCancellationFee(booking);
  if (!fee) return [];
  const settlement_status = settlement?.settlement_status ?? 'pending';
  const waived = settlement !== undefined && isWaived(settlement);
  return [
    {
      ...fee,
      booking_id: booking._id,
      cancelled_at: endedAt(booking),
      settlement_status,
      ...(waived && { waived }),
    },
  ];
}

function presentPassRow({ pass, ...settlement }: SettlementDocument): Statement['passes'] {
  if (!pass) return [];
  return [
    {
      id: settlement._id,
      span: pass.span,
      price: toRupees(settlement.platform_fee_paise),
      starts_at: pass.starts_at.toISOString(),
      ends_at: pass.ends_at.toISOString(),
      created_at: settlement.created_at.toISOString(),
      settlement_status: settlement.settlement_status,
    },
  ];
}

function receivedDirectly(ride: BookingDocument): number {
  return isPaidDirectly(ride) ? countedFare(ride).final_paise : 0;
}
