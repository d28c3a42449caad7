import { chargedFare, isCreditRefused, refundOf, wholeFare } from '../bookings/bookings.fare';
import type { BookingDocument, StoredFare } from '../bookings/bookings.model';
import { isConfirmed } from '../bookings/bookings.payment-claims';
import type { SettlementDocument } from '../settlements/settlements.model';
import { BY_GATEWAY } from '../settlements/settlements.repository';
import type { JournalEntry } from './journal.model';
import type { PayoutDocument } from './payouts.model';

/** A journal entry; `at` is the time of its event, null if the document does not contain that time. */
export type Entry = Omit<JournalEntry, 'at'> & { at: Date | null };

const customer = (booking: BookingDocument, amount_paise: number) =>
  ({ account: 'customer', party_id: booking.customer_id, amount_paise }) as const;
const driver = (of: { driver_id: string }, amount_paise: number) =>
  ({ account: 'driver', party_id: of.driver_id, amount_paise }) as const;
const platform = (account: 'platform' | 'promo' | 'bank', amount_paise: number) =>
  ({ account, party_id: null, amount_paise }) as const;

/**
 * The journal entries that a booking requires, whatever the order of its events: the ride, once completed, or the part
 * of it that is charged; the reversal by a refused review; payments from customer to driver outside the platform, and
 * their refunds. Gateway payments have their own entries.
 */
export function entriesOfBooking(booking: BookingDocument): Entry[] {
  const entries: Entry[] = [];
  if (booking.status === 'completed') {
    entries.push({ ...fareEntry(booking, wholeFare(booking)), _id: `ride:${booking._id}`, at: booking.completed_at });
  } else if (booking.part) {
    entries.push(fareEntry(booking, booking.part));
  }
  if (booking.review_status === 'refused') entries.push(refusalEntry(booking));
  if (!isPaidDirectly(booking)) return entries;
  const final = booking.final_price_paise;
  entries.push({
    _id: `paid:${booking._id}`,
    booking_id: booking._id,
    at: booking.payment_completed_at,
    lines: [driver(booking, final), customer(booking, -final)],
  });
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
 * The entry of a fare. Its id and time are those for a ride that was cancelled in progress; a completed ride has
 * others.
 */
function fareEntry(booking: BookingDocument, fare: StoredFare): Entry {
  return {
    _id: `part:${booking._id}`,
    booking_id: booking._id,
    at: booking.refund_decided_at ?? null,
    lines: [
      customer(booking, fare.final_paise),
      platform('promo', fare.discount_paise),
      driver(booking, -fare.earnings_paise),
      platform('platform', -fare.fee_paise),
    ],
  };
}

/**
 * The reversal of a completed ride by a refused review: the whole fare if the gateway's payment is refunded to the
 * customer, else the discount, which the platform then does not pay to the driver.
 */
function refusalEntry(booking: BookingDocument): Entry {
  const whole = wholeFare(booking);
  const lines = booking.part
    ? [
        customer(booking, -whole.final_paise),
        platform('promo', -whole.discount_paise),
        driver(booking, whole.earnings_paise),
        platform('platform', whole.fee_paise),
      ]
    : [platform('promo', -whole.discount_paise), driver(booking, whole.discount_paise)];
  return { _id: `review:${booking._id}`, booking_id: booking._id, at: booking.reviewed_at ?? null, lines };
}

/** Whether the customer paid the driver directly: in cash, or by UPI. */
export function isPaidDirectly(booking: BookingDocument): boolean {
  return booking.payment_status === 'completed' && !booking.payment_id && booking.final_price_paise > 0;
}

/**
 * The amount that the driver paid the platform by bank, in paise; below zero the platform paid the driver, 0 if
 * nothing went by bank.
 */
export function paidByBank(settlement: SettlementDocument): number {
  const byBank =
    settlement.settlement_status === 'paid' &&
    settlement.payment_method !== null &&
    settlement.payment_method !== BY_GATEWAY;
  return byBank ? settlement.net_due_paise : 0;
}

/**
 * The entries of a settlement: the payment by bank, and each undone payment with its reversal. A payment after an undo
 * is another event with another id.
 */
export function entriesOfSettlement(settlement: SettlementDocument): Entry[] {
  const undone = settlement.undone ?? [];
  const entry = (
    kind: 'settle' | 'unsettle',
    nth: number,
    { amount, at }: { amount: number; at: Date | null },
  ): Entry => ({
    _id: nth === 0 ? `${kind}:${settlement._id}` : `${kind}:${settlement._id}:${nth + 1}`,
    booking_id: settlement._id,
    at,
    lines: [platform('bank', amount), driver(settlement, -amount)],
  });
  const past = undone.flatMap(({ amount_paise: amount, paid_at, undone_at }, nth) => [
    entry('settle', nth, { amount, at: paid_at }),
    entry('unsettle', nth, { amount: -amount, at: undone_at }),
  ]);
  const amount = paidByBank(settlement);
  return amount === 0 ? past : [...past, entry('settle', undone.length, { amount, at: settlement.paid_at })];
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
 * Whether a listed payout may be made. After an undo of Mark Paid the driver may be owed another amount, or none yet.
 */
export function isStillOwed(
  payout: PayoutDocument,
  { booking, settlement }: { booking: BookingDocument; settlement: SettlementDocument },
): boolean {
  return !settlement.undone?.length || owedToDriver(booking, settlement) === payout.amount_paise;
}
