import { isDead } from '@boli/shared/bookings/bookings.state';
import { type FareSplit, splitFare } from '@boli/shared/core/money';
import type { Account } from '@boli/shared/ledger/ledger.schema';
import { feeRuleOf, refundOf, usesPromo } from '../bookings/bookings.fare';
import type { BookingDocument, StoredFare } from '../bookings/bookings.model';
import { isConfirmed } from '../bookings/bookings.payment-claims';
import { type Entry, entriesOfBooking, entriesOfSettlement, entryOfPayout, owedToDriver } from '../ledger/entries';
import type { JournalEntry, JournalLine } from '../ledger/journal.model';
import type { PayoutDocument } from '../ledger/payouts.model';
import type { PaymentDocument } from '../payments/payments.model';
import type { SettlementDocument } from '../settlements/settlements.model';
import { BY_GATEWAY } from '../settlements/settlements.repository';
import { paymentByRide, settlementOf } from '../settlements/settlements.service';

/** A booking with every document about its money. */
export interface Books {
  booking: BookingDocument;
  settlement: SettlementDocument | null;
  payout: PayoutDocument | null;
  payments: PaymentDocument[];
  entries: JournalEntry[];
  /** Whether a redemption is taken for the booking. */
  hasRedemption: boolean;
}

/** The differences between one booking and the documents about its money, as sentences; empty if all agree to the paisa. */
export function differencesOf(books: Books): string[] {
  return [
    ...waiting(books),
    ...differencesOfFare(books.booking),
    ...differencesOfSettlement(books),
    ...differencesOfPayout(books),
    ...differencesOfPayment(books),
    ...differencesOfJournal(books),
    ...differencesOfBalance(books),
    ...differencesOfRedemption(books),
  ];
}

function waiting({ booking, settlement, payout, payments }: Books): string[] {
  const waits = [booking, settlement, payout, ...payments].some((document) => document?.follow_up);
  return waits ? ['consequences of its last change are still to be done: is a server running?'] : [];
}

function differencesOfFare(booking: BookingDocument): string[] {
  const split = splitFare(booking.price_paise, feeRuleOf(booking), booking.discount_paise);
  const { fee, earnings, final } = split;
  const isRight =
    hasLevies(split, booking) &&
    final === booking.final_price_paise &&
    fee === booking.platform_fee_paise &&
    earnings === booking.driver_earnings_paise;
  return [
    ...(isRight ? [] : ['its price is not split as the rules say']),
    ...(isPartRight(booking) ? [] : ['the charged part of its price is not split as the rules say']),
  ];
}

/**
 * Checks the partial fare: a ride that was cancelled in progress is charged exactly what was not refunded, and a
 * refused ride is charged nothing.
 */
function isPartRight(booking: BookingDocument): boolean {
  const { part, status, final_price_paise, refund_amount_paise } = booking;
  if (!part) return true;
  const split = splitFare(part.price_paise, feeRuleOf(booking), part.discount_paise);
  const { fee, earnings, final } = split;
  const stays = status === 'completed' ? 0 : final_price_paise - (refund_amount_paise ?? final_price_paise);
  return (
    hasLevies(split, part) &&
    part.fee_paise === fee &&
    part.earnings_paise === earnings &&
    part.final_paise === final &&
    final === stays
  );
}

/** Whether the stored levies are those of the split; missing levies count as zero. */
function hasLevies({ levies }: FareSplit, { levies: stored }: Pick<StoredFare, 'levies'>): boolean {
  return (
    (levies?.driver ?? 0) === (stored?.driver_paise ?? 0) && (levies?.platform ?? 0) === (stored?.platform_paise ?? 0)
  );
}

function differencesOfSettlement({ booking, settlement }: Books): string[] {
  const due = settlementOf(booking);
  if (!due) return settlement ? [`it is ${booking.status} and has a settlement`] : [];
  if (!settlement) return [`it is ${booking.status} and has no settlement`];
  // A settlement that was paid by bank before a review refused the ride stays paid, and the platform pays the amount
  // back by a payout.
  const isPaidBefore =
    booking.review_status === 'refused' &&
    settlement.payment_method !== null &&
    settlement.payment_method !== BY_GATEWAY;
  const fee = isPaidBefore ? booking.platform_fee_paise : due.platform_fee_paise;
  // A settlement that was paid before the refusal keeps its levy, too.
  const levy = (isPaidBefore ? booking.levies?.driver_paise : due.levy_paise) ?? 0;
  const isSame =
    settlement.driver_id === booking.driver_id &&
    settlement.platform_fee_paise === fee &&
    settlement.discount_paise === due.discount_paise &&
    (settlement.levy_paise ?? 0) === levy &&
    settlement.cancellation?.by === due.cancellation?.by &&
    settlement.cancellation?.payer_id === due.cancellation?.payer_id &&
    settlement.net_due_paise === due.net_due_paise + fee - due.platform_fee_paise + levy - (due.levy_paise ?? 0);
  return [...(isSame ? [] : ['its settlement has other amounts']), ...differencesOfWayPaid(booking, settlement)];
}

/**
 * Checks a settlement against the payments of the ride: a settlement that they cover is paid, and a claim alone does not
 * pay the fee for cancelling.
 */
function differencesOfWayPaid(booking: BookingDocument, settlement: SettlementDocument): string[] {
  const byRide = paymentByRide(booking);
  const isPaid = settlement.settlement_status === 'paid';
  if (byRide && !isPaid) {
    return [`the ${byRide.method ? 'gateway' : "customer's payment"} has paid it, but the settlement is pending`];
  }
  const isPaidByRide = isPaid && [null, BY_GATEWAY].includes(settlement.payment_method);
  if (settlement.cancellation && isPaidByRide && !byRide) {
    return ['the fee for cancelling it counts as paid, but no received payment has paid it'];
  }
  return [];
}

function differencesOfPayout({ booking, settlement, payout }: Books): string[] {
  const owed = settlement ? owedToDriver(booking, settlement) : null;
  const listed = payout?.amount_paise ?? null;
  return owed === listed ? [] : [`${owed ?? 0} paise are owed to the driver, ${listed ?? 0} are listed as payout`];
}

function differencesOfPayment({ booking, payments }: Books): string[] {
  if (!booking.payment_id) return [];
  const payment = payments.find((one) => one._id === booking.payment_id);
  const pays = payment && payment.state !== 'parked' && payment.state !== 'mismatch';
  if (!pays || payment.amount_paise !== booking.final_price_paise) {
    return [`it is marked as paid by ${booking.payment_id}, which is not a valid payment of its price`];
  }
  const isBack = booking.refund_status === 'refunded';
  if (isBack !== (payment.state === 'refunded')) {
    return [`its payment is ${payment.state}, its refund is ${booking.refund_status}`];
  }
  const back = payment.refund_paise ?? payment.amount_paise;
  return isBack && back !== refundOf(booking) ? [`${back} paise were refunded instead of ${refundOf(booking)}`] : [];
}

/** The expected journal entries of gateway payments, computed independently of the code that writes them. */
function entriesOfPayments({ booking, payments }: Books): Entry[] {
  return payments.flatMap(({ _id, state, amount_paise, refund_paise = amount_paise }) => {
    const entry = (kind: 'payment' | 'refund', amount: number): Entry => ({
      _id: `${kind}:${_id}`,
      booking_id: booking._id,
      at: null,
      lines: [
        { account: 'gateway', party_id: null, amount_paise: amount },
        { account: 'customer', party_id: booking.customer_id, amount_paise: -amount },
      ],
    });
    if (state === 'parked' || state === 'mismatch') return [];
    return [entry('payment', amount_paise), ...(state === 'refunded' ? [entry('refund', -refund_paise)] : [])];
  });
}

function differencesOfJournal(books: Books): string[] {
  const required = [
    ...entriesOfBooking(books.booking),
    ...(books.settlement ? entriesOfSettlement(books.settlement) : []),
    ...(books.payout ? [entryOfPayout(books.payout)] : []),
    ...entriesOfPayments(books),
  ];
  return differencesOfEntries(required, books.entries);
}

/** The differences between the required journal entries (a null is ignored) and the stored ones, as sentences. */
export function differencesOfEntries(required: readonly (Entry | null)[], stored: readonly JournalEntry[]): string[] {
  const expected = required.flatMap((entry) => (entry?.lines.some((line) => line.amount_paise !== 0) ? [entry] : []));
  const written = new Map(stored.map((entry) => [entry._id, entry]));
  const differences: string[] = [];
  for (const entry of expected) {
    const found = written.get(entry._id);
    if (!found) differences.push(`the journal has no ${entry._id}`);
    else if (shown(found.lines) !== shown(entry.lines)) {
      differences.push(`the journal has ${entry._id} as ${shown(found.lines)}, it should be ${shown(entry.lines)}`);
    }
    written.delete(entry._id);
  }
  for (const entry of written.values()) differences.push(`the journal has ${entry._id}, for which there is no reason`);
  for (const entry of stored) {
    const left = sum(entry.lines);
    if (left !== 0) differences.push(`the journal's ${entry._id} does not add up: ${left} paise are left`);
  }
  return differences;
}

const sum = (lines: readonly JournalLine[]) => lines.reduce((total, line) => total + line.amount_paise, 0);

function shown(lines: readonly JournalLine[]): string {
  return lines
    .filter((line) => line.amount_paise !== 0)
    .map((line) => `${line.account}${line.party_id ? ` ${line.party_id}` : ''} ${line.amount_paise}`)
    .sort()
    .join(', ');
}

/**
 * Checks the balances of both parties for this booking. The customer's balance has to be zero once the customer has
 * nothing more to pay or to get back, and the driver's balance once the settlement and the payout are done too.
 */
function differencesOfBalance({ booking, settlement, payout, payments, entries }: Books): string[] {
  if (payments.some((payment) => payment.state === 'refund_due')) return [];
  const left = (account: Account) =>
    sum(entries.flatMap((entry) => entry.lines).filter((line) => line.account === account));
  const isBack = booking.refund_status === null || booking.refund_status === 'refunded';
  const owesFee = booking.cancellation_fee?.by === 'customer' && settlement?.settlement_status !== 'paid';
  const customerIsDone =
    isBack &&
    !owesFee &&
    (booking.status === 'completed' ? booking.payment_status === 'completed' : isDead(booking.status));
  const isFinal = Boolean(booking.cancellation_fee) || (isConfirmed(booking) && booking.review_status !== 'pending');
  const isPaidOut = payout?.payout_status !== 'owed' && isFinal;
  const driverIsDone = customerIsDone && (settlement ? settlement.settlement_status === 'paid' && isPaidOut : true);
  return [
    ...(customerIsDone && left('customer') !== 0
      ? [`${left('customer')} paise are left on the customer's account`]
      : []),
    ...(driverIsDone && left('driver') !== 0 ? [`${left('driver')} paise are left on the driver's account`] : []),
  ];
}

function differencesOfRedemption({ booking, hasRedemption }: Books): string[] {
  const needsRedemption = usesPromo(booking);
  if (needsRedemption === hasRedemption) return [];
  return [
    hasRedemption
      ? 'a use of a promo code is taken for it, but it must not have one'
      : `no use of ${booking.promo_code} is taken for it`,
  ];
}
