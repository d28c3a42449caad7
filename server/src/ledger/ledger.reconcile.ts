import { chargedFare } from '../bookings/bookings.fare';
import type { BookingDocument } from '../bookings/bookings.model';
import { bookings } from '../bookings/bookings.repository';
import { clock } from '../core/clock';
import { reconciler } from '../core/reconcile';
import type { SettlementDocument } from '../settlements/settlements.model';
import { settlements } from '../settlements/settlements.repository';
import { type Entry, entriesOfBooking, entryOfPayout, entryOfSettlement, owedToDriver } from './entries';
import { record } from './journal';
import type { PayoutDocument } from './payouts.model';
import { payouts } from './payouts.repository';

/** The reconciler of paid payouts: the journal gets the entry. */
export const payoutReconciler = reconciler({
  name: 'payouts',
  steps: ['journal'],
  read: payouts.byId,
  clear: payouts.clearFollowUp,
  marks: payouts.followUps,
});

/** Writes a booking's fare and its payments into the journal. */
export async function journalBooking(booking: BookingDocument): Promise<void> {
  for (const entry of entriesOfBooking(booking)) await enter(entry);
}

/** Writes a paid settlement into the journal. */
export async function journalSettlement(settlement: SettlementDocument): Promise<void> {
  await enter(entryOfSettlement(settlement));
}

/** Writes a paid payout into the journal. */
export async function journalPayout(payout: PayoutDocument): Promise<void> {
  await enter(entryOfPayout(payout));
}

/** Lists the payout of a booking whose settlement exists. */
export async function listPayoutOfBooking(booking: BookingDocument): Promise<void> {
  if (chargedFare(booking)) await listPayout(booking, await settlements.byId(booking._id));
}

/** Lists the payout of a settlement. */
export async function listPayoutOfSettlement(settlement: SettlementDocument): Promise<void> {
  await listPayout(await bookings.byId(settlement._id), settlement);
}

async function enter(entry: Entry | null): Promise<void> {
  if (entry) await record({ ...entry, at: entry.at ?? clock.now() });
}

/**
 * Lists the payout of a ride, once, when both its booking and its settlement are final, in whatever order that happens.
 */
async function listPayout(booking: BookingDocument | null, settlement: SettlementDocument | null): Promise<void> {
  if (!booking || !settlement) return;
  const amount = owedToDriver(booking, settlement);
  if (amount === null) return;
  await payouts.insertOnce({
    _id: booking._id,
    driver_id: booking.driver_id,
    driver_name: booking.driver_name,
    amount_paise: amount,
    payout_status: 'owed',
    reference: null,
    created_at: clock.now(),
    paid_at: null,
    version: 1,
  });
}
