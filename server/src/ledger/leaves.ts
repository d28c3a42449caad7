import { chargedFare, type FareFields } from '../bookings/bookings.fare';
import type { BookingDocument } from '../bookings/bookings.model';
import type { RedemptionDocument } from '../promos/redemptions.model';
import { rowOfUse } from '../promos/uses';
import type { SettlementDocument } from '../settlements/settlements.model';
import { leafOf, PLATFORM, type RowKey } from '../sums/periods';
import type { Sums } from '../sums/sums.model';
import type { JournalEntry } from './journal.model';

/** The fields of each document that decide what it adds to the kept sums. */
export type CountedBooking = FareFields &
  Pick<BookingDocument, 'driver_id' | 'completed_at' | 'refund_decided_at' | 'rating'>;
export type CountedSettlement = Pick<
  SettlementDocument,
  | 'driver_id'
  | 'driver_name'
  | 'pass'
  | 'cancellation'
  | 'platform_fee_paise'
  | 'settlement_status'
  | 'paid_at'
  | 'created_at'
  | 'undone'
>;
export type CountedEntry = Pick<JournalEntry, 'at' | 'lines'>;
export type CountedRedemption = Pick<
  RedemptionDocument,
  'code' | 'state' | 'taken_at' | 'released_at' | 'discount_paise'
>;

/** What a document adds to the sums, and when. */
export interface Addition {
  at: Date;
  sums: Partial<Sums>;
}

/**
 * What a booking adds to the fares: at the completion of the ride, or at the decision about the part of a cancelled one.
 * Null without a charged fare.
 */
export function additionOfBooking(booking: CountedBooking): Addition | null {
  const at = booking.completed_at ?? booking.refund_decided_at;
  const fare = chargedFare(booking);
  const isCompleted = booking.status === 'completed';
  if (!at || !fare || (!isCompleted && fare.price_paise === 0)) return null;
  const { price_paise, fee_paise, earnings_paise, discount_paise } = fare;
  const rating = isCompleted ? booking.rating : null;
  const rated = { ratings: rating === null ? 0 : 1, stars: rating ?? 0 };
  return { at, sums: { rides: isCompleted ? 1 : 0, price_paise, fee_paise, earnings_paise, discount_paise, ...rated } };
}

/** What a redemption adds to the uses of its code; null while it is free or being released. */
export function additionOfRedemption({ state, taken_at, released_at, discount_paise }: CountedRedemption) {
  if (state !== 'taken' || !taken_at || released_at) return null;
  return { at: taken_at, sums: { uses: 1, discount_paise: discount_paise ?? 0 } };
}

/**
 * What a settlement adds to the fares. The price of a pass adds a fee, but no ride; a fee for cancelling adds neither.
 */
export function additionOfSettlement(settlement: CountedSettlement): Addition {
  const { created_at: at, platform_fee_paise: fee, settlement_status } = settlement;
  const paid = settlement_status === 'paid' ? fee : 0;
  const counted = settlement.cancellation ? {} : settlement.pass ? { fee_paise: fee } : { settlements: 1 };
  return { at, sums: { ...counted, settlement_fee_paise: fee, settlement_paid_paise: paid } };
}

/** What a settlement adds to the collected fees; null before it is paid. */
export function collectionOf({
  paid_at: at,
  platform_fee_paise,
  settlement_status,
}: CountedSettlement): Addition | null {
  return at && settlement_status === 'paid' ? { at, sums: { settlement_paid_paise: platform_fee_paise } } : null;
}

/** What a journal entry adds to the balance of a driver. */
export function additionOfEntry({ at, lines }: CountedEntry, driverId: string): Addition {
  const own = lines.filter(({ account, party_id }) => account === 'driver' && party_id === driverId);
  return { at, sums: { balance_paise: own.reduce((sum, { amount_paise }) => sum + amount_paise, 0) } };
}

const fares = (driverId: string, at: Date): RowKey[] => [leafOf('fares', PLATFORM, at), leafOf('fares', driverId, at)];

/** The rows that a booking is counted in. */
export function rowsOfBooking(booking: CountedBooking): RowKey[] {
  const addition = additionOfBooking(booking);
  // A part of zero adds nothing, but its booking may have added something before the decision.
  const at = addition?.at ?? (booking.part ? (booking.completed_at ?? booking.refund_decided_at) : null);
  return at ? fares(booking.driver_id, at) : [];
}

/** The rows that a settlement is counted in, and those in which an undone payment was counted. */
export function rowsOfSettlement({ driver_id, created_at, paid_at, undone = [] }: CountedSettlement): RowKey[] {
  const payments = [paid_at, ...undone.map((payment) => payment.paid_at)].flatMap((at) => at ?? []);
  return [...fares(driver_id, created_at), ...payments.map((at) => leafOf('collected', PLATFORM, at))];
}

/** The rows that a redemption is counted in. */
export function rowsOfRedemption(redemption: CountedRedemption): RowKey[] {
  const { code, taken_at } = redemption;
  return taken_at && additionOfRedemption(redemption) ? [rowOfUse({ code, taken_at })] : [];
}

/** The rows that a journal entry is counted in: the balance of each driver who has a line in it. */
export function rowsOfEntry({ at, lines }: CountedEntry): RowKey[] {
  return lines.flatMap(({ account, party_id }) =>
    account === 'driver' && party_id !== null ? leafOf('balance', party_id, at) : [],
  );
}
