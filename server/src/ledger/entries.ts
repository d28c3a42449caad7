import { chargedFare, isCreditRefused, refundOf, wholeFare } from '../bookings/bookings.fare';
import type { BookingDocument, StoredFare } from '../bookings/bookings.model';
import { isConfirmed } from '../bookings/bookings.payment-claims';
import type { SettlementDocument } from '../settlements/settlements.model';
import { BY_GATEWAY } from '../settlements/settlements.repository';
import { isWaived } from '../settlements/waive.policy';
import type { JournalEntry } from './journal.model';
import type { PayoutDocument } from './payouts.model';

/** A journal entry; `at` is the time of its event, null if the document does not contain that time. */
export type Entry = Omit<JournalEntry, 'at'> & { at: Date | null };

const customer = (booking: BookingDocument, amount_paise: number) =>
  ({ account: 'customer', party_id: booking.customer_id, amount_paise }) as const;
const driver = (of: { driver_id: string }, amount_paise: number) =>
  ({ account: 'driver', party_id: of.driver_id, amount_paise }) as const;
const platform = (account: 'platform' | 'promo' | 'levy' | 'bank', amount_paise: number) =>
  ({ account, party_id: null, amount_paise }) as const;

/**
 * The journal entries that a booking requires, whatever the order of its events: the completed ride, or the charged
 * part of a cancelled ride; the reversal by a review that refuses the ride; the fee for cancelling; payments from
 * customer to driver outside the gateway, with the reversal of a refused claim, and their refunds. Gateway payments
 * have their own entries.
 */
export function entriesOfBooking(booking: BookingDocument): Entry[] {
  const entries: Entry[] = [];
  if (booking.status === 'completed') {
    entries.push({ ...fareEntry(booking, wholeFare(booking)), _id: `ride:${booking._id}`, at: booking.completed_at });
  } else if (booking.part) {
    entries.push(fareEntry(booking, booking.part));
  }
  if (booking.review_status === 'refused') entries.push(refusalEntry(booking));
  if (booking.cancellation_fee) entries.push(cancellationEntry(booking, booking.cancellation_fee));
  const final = booking.final_price_paise;
  const paid = (kind: 'paid' | 'unpaid', amount: number, at: Date | null): Entry => ({
    _id: `${kind}:${booking._id}`,
    booking_id: booking._id,
    at,
    lines: [driver(booking, amount), customer(booking, -amount)],
  });
  const { refused_claim: refused } = booking;
  if (refused) entries.push(paid('paid', final, refused.paid_at), paid('unpaid', -final, refused.refused_at));
  if (!isPaidDirectly(booking)) return entries;
  entries.push(paid('paid', final, booking.payment_completed_at));
  if (booking.refund_status === 'refunded') {
    const back = refundOf(booking);
    entries.push({
      _id: `refund:${booking._id}`,
      booking_id: booking._id,
      at: booking.refund_decided_at ?? null,
      lines: [customer(booking, back), driver(booking, -back)],
    });
  }
  return entries;
}

/**
 * The entry of a fare, with the id and the time that apply to a ride which was cancelled in progress. For a completed
 * ride the caller replaces the id and the time.
 */
function fareEntry(booking: BookingDocument, fare: StoredFare): Entry {
  return {
    _id: `part:${booking._id}`,
    booking_id: booking._id,
    at: booking.refund_decided_at ?? null,
    lines: fareLines(booking, fare),
  };
}

/** The lines of a fare. The platform pays its levies from its fee, and owes all levies to the authorities. */
function fareLines(booking: BookingDocument, fare: StoredFare): JournalEntry['lines'] {
  const { driver_paise: borne, platform_paise: own } = fare.levies ?? { driver_paise: 0, platform_paise: 0 };
  return [
    customer(booking, fare.final_paise),
    platform('promo', fare.discount_paise),
    driver(booking, -fare.earnings_paise),
    platform('platform', own - fare.fee_paise),
    platform('levy', -(borne + own)),
  ];
}

/** The entry of a fee for cancelling: a customer pays it to the driver, a driver to the platform. */
function cancellationEntry(
  booking: BookingDocument,
  { by, amount_paise: fee }: NonNullable<BookingDocument['cancellation_fee']>,
): Entry {
  const lines =
    by === 'customer'
      ? [customer(booking, fee), driver(booking, -fee)]
      : [driver(booking, fee), platform('platform', -fee)];
  return { _id: `cancel:${booking._id}`, booking_id: booking._id, at: booking.cancelled_at, lines };
}

/**
 * The reversal of a completed ride that a review refused: the whole fare if the gateway's payment is refunded to the
 * customer, else the discount, which the platform then does not pay to the driver.
 */
function refusalEntry(booking: BookingDocument): Entry {
  const whole = wholeFare(booking);
  const lines = booking.part
    ? fareLines(booking, whole).map((line) => ({ ...line, amount_paise: 0 - line.amount_paise }))
    : [platform('promo', -whole.discount_paise), driver(booking, whole.discount_paise)];
  return { _id: `review:${booking._id}`, booking_id: booking._id, at: booking.reviewed_at ?? null, lines };
}

/** Whether the customer paid the driver directly: in cash, or by UPI. */
export function isPaidDirectly(booking: BookingDocument): boolean {
  return booking.payment_status === 'completed' && !booking.payment_id && booking.final_price_paise > 0;
}

/**
 * The amount of a settlement that was paid to the platform by bank, in paise; negative if the platform paid the driver,
 * 0 if nothing was paid by bank.
 */
export function paidByBank(settlement: SettlementDocument): number {
  const byBank =
    settlement.settlement_status === 'paid' &&
    settlement.payment_method !== null &&
    settlement.payment_method !== BY_GATEWAY &&
    !isWaived(settlement);
  return byBank ? settlement.net_due_paise : 0;
}

/**
 * The entries of a settlement: the purchase of a pass; the payment by bank or the waiving; each undone payment or
 * waiving, and its reversal. A payment after an undo is another event with another id.
 */
export function entriesOfSettlement(settlement: SettlementDocument): Entry[] {
  const undone = settlement.undone ?? [];
  const entry = (
    kind: 'settle' | 'unsettle' | 'waive' | 'unwaive',
    nth: number,
    { amount, at }: { amount: number; at: Date | null },
  ): Entry => ({
    _id: nth === 0 ? `${kind}:${settlement._id}` : `${kind}:${settlement._id}:${nth + 1}`,
    booking_id: settlement._id,
    at,
    lines:
      kind === 'settle' || kind === 'unsettle'
        ? [platform('bank', amount), payer(settlement, -amount)]
        : [payer(settlement, -amount), payee(settlement, amount)],
  });
  const past = undone.flatMap(({ amount_paise: amount, paid_at, undone_at, waived }, nth) => [
    entry(waived ? 'waive' : 'settle', nth, { amount, at: paid_at }),
    entry(waived ? 'unwaive' : 'unsettle', nth, { amount: -amount, at: undone_at }),
  ]);
  const waived = isWaived(settlement);
  const amount = waived ? settlement.net_due_paise : paidByBank(settlement);
  const kind = waived ? 'waive' : 'settle';
  const paid = amount === 0 ? [] : [entry(kind, undone.length, { amount, at: settlement.paid_at })];
  return [...purchase(settlement), ...past, ...paid];
}

/** The line of the side that pays a settlement. */
function payer({ cancellation, driver_id }: SettlementDocument, amount_paise: number) {
  if (cancellation?.by !== 'customer') return driver({ driver_id }, amount_paise);
  return { account: 'customer', party_id: cancellation.payer_id, amount_paise } as const;
}

/** The line of the side that gets a fee for cancelling: the driver gets a customer's fee, the platform a driver's. */
function payee({ cancellation, driver_id }: SettlementDocument, amount_paise: number) {
  return cancellation?.by === 'customer' ? driver({ driver_id }, amount_paise) : platform('platform', amount_paise);
}

/** The entry of a pass: its price is a debt of the driver and income of the platform, which pays levies on it. */
function purchase({ _id, pass, platform_fee_paise: price, driver_id, created_at: at }: SettlementDocument): Entry[] {
  if (!pass) return [];
  const levy = pass.levy_paise ?? 0;
  const lines = [driver({ driver_id }, price), platform('platform', levy - price), platform('levy', -levy)];
  return [{ _id: `pass:${_id}`, booking_id: _id, at, lines }];
}

/** The entry of a paid payout; null before it is paid. */
export function entryOfPayout(payout: PayoutDocument): Entry | null {
  if (payout.payout_status !== 'paid') return null;
  return {
    _id: `payout:${payout._id}`,
    booking_id: payout._id,
    at: payout.paid_at,
    lines: [driver(payout, payout.amount_paise), platform('bank', -payout.amount_paise)],
  };
}

/**
 * The final amount that the platform owes the driver of a ride, in paise: known once a fare is charged, the customer's
 * payment is confirmed, no review is open and the settlement is paid. Null before, and if nothing is owed.
 */
export function owedToDriver(booking: BookingDocument, settlement: SettlementDocument): number | null {
  const { cancellation_fee: fee } = booking;
  if (fee) return owedForCancellation(booking, settlement, fee);
  const fare = chargedFare(booking);
  const isFinal =
    isConfirmed(booking) && booking.review_status !== 'pending' && settlement.settlement_status === 'paid';
  if (!fare || !isFinal) return null;
  const received = isPaidDirectly(booking) ? fare.final_paise : 0;
  const withheld = isCreditRefused(booking) ? fare.discount_paise : 0;
  const owed = fare.earnings_paise - withheld - received + paidByBank(settlement);
  return owed > 0 ? owed : null;
}

/**
 * The platform owes the driver a customer's fee once it has received the fee. If the customer paid the driver directly,
 * the driver has the fee already. A waived fee is paid to nobody.
 */
function owedForCancellation(
  booking: BookingDocument,
  settlement: SettlementDocument,
  { by, amount_paise }: NonNullable<BookingDocument['cancellation_fee']>,
): number | null {
  if (by === 'driver' || settlement.settlement_status !== 'paid' || isPaidDirectly(booking)) return null;
  if (isWaived(settlement)) return null;
  return amount_paise;
}

/**
 * Whether a listed payout may be made. After an undo of Mark Paid the driver may be owed another amount, or none yet.
 */
export function isStillOwed(
  payout: PayoutDocument,
  { booking, settlement }: { booking: BookingDocument; settlement: SettlementDocument },
): boolean {
  return !settlement.undone?.length || owedToDriver(booking, settlement) === payout.amount_paise;
}
