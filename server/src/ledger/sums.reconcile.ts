import type { BookingDocument } from '../bookings/bookings.model';
import type { SettlementDocument } from '../settlements/settlements.model';
import { settlements } from '../settlements/settlements.repository';
import { settleAgain } from '../settlements/undo.service';
import { markStale } from '../sums/sums.service';
import { rowsOfBooking, rowsOfSettlement } from './leaves';

/** Marks the sums in which a booking and its settlement are counted. */
export async function markSumsOfBooking(booking: BookingDocument): Promise<void> {
  const rows = rowsOfBooking(booking);
  if (rows.length === 0 && !booking.cancellation_fee) return;
  const settlement = await settlements.byId(booking._id);
  await markStale([...rows, ...(settlement ? rowsOfSettlement(settlement) : [])]);
}

/** Marks the sums in which a settlement is counted. */
export async function markSumsOfSettlement(settlement: SettlementDocument): Promise<void> {
  await markStale(rowsOfSettlement(settlement));
}

/**
 * After an undo, updates the pending settlement with the amounts of its booking, and marks the sums in which it is
 * counted.
 */
export async function settleAgainInSums(settlement: SettlementDocument): Promise<void> {
  await settleAgain(settlement);
  if (settlement.undone?.length) await markSumsOfSettlement(settlement);
}
