import { chargedFare } from '../bookings/bookings.fare';
import type { BookingDocument } from '../bookings/bookings.model';
import { bookings } from '../bookings/bookings.repository';
import { clock } from '../core/clock';
import { reconciler } from '../core/reconcile';
import type { SettlementDocument } from '../settlements/settlements.model';
import { settlements } from '../settlements/settlements.repository';
import { type Entry, entriesOfBooking, entriesOfSettlement, entryOfPayout, owedToDriver } from './entries';
import { record } from './journal';
import type { PayoutDocument } from './payouts.model';
import { payouts } from './payouts.repository';

/** The reconciler of paid payouts: it writes the payout's entry into the journal. */
export const payoutReconciler = reconciler({
  name: 'payouts',
  steps: ['journal'],
  read: payouts.byId,
  clear: payouts.clearFollowUp,
  marks: payouts.followUps,
});

/** Writes all entries of a booking into the journal. */
export async function journalBooking(booking: BookingDocument): Promise<void> {
  for (const entry of entriesOfBooking(booking)) await enter(entry);
}

/**
 * Writes the entries of a settlement into the journal: the purchase of a pass, the payment by bank or the waiving, and
 * undone payments and waivings with their reversals.
 */
export async function journalSettlement(settlement: SettlementDocument): Promise<void> {
  for (const entry of entriesOfSettlement(settlement)) await enter(entry);
}

/** Writes a paid payout into the journal. */
export async function journalPayout(payout: PayoutDocument): Promise<void> {
  await enter(entryOfPayout(payout));
}

/** Stores the payout that the platform owes for a booking, if its settlement exists. */
export async function listPayoutOfBooking(booking: BookingDocument): Promise<void> {
  if (chargedFare(booking) || booking.cancellation_fee) await listPayout(booking, await settlements.byId(booking._id));
}

/** Stores the payout that the platform owes for the booking of a settlement. */
export async function listPayoutOfSettlement(settlement: SettlementDocument): Promise<void> {
  await listPayout(await bookings.byId(settlement._id), settlement);
}

/** The maximum number of checks of one payout; each concurrent change of its booking or settlement causes one more. */
const MAX_CHECKS = 10;

async function enter(entry: Entry | null): Promise<void> {
  if (entry) await record({ ...entry, at: entry.at ?? clock.now() });
}

/**
 * Stores the payout of a ride once. It is called for the booking and for the settlement, and the later of the two calls
 * finds the payout due. Removes a payout that is no longer owed after an undo of Mark Paid. Checks again after each
 * write, because the booking and the settlement may have changed since they were read.
 */
async function listPayout(booking: BookingDocument | null, settlement: SettlementDocument | null): Promise<void> {
  for (let check = 0; check < MAX_CHECKS; check++) {
    if (!booking || !settlement || !(await updatePayout(booking, settlement))) return;
    [booking, settlement] = await Promise.all([bookings.byId(booking._id), settlements.byId(booking._id)]);
  }
  throw new Error('the payout of a ride changes again and again');
}

/**
 * Stores the payout if it is owed; removes an unpaid one of another amount after an undo. Returns whether anything was
 * written.
 */
async function updatePayout(booking: BookingDocument, settlement: SettlementDocument): Promise<boolean> {
  const amount = owedToDriver(booking, settlement);
  if (settlement.undone?.length && (await payouts.removeOtherThan(booking._id, amount))) return true;
  if (amount === null) return false;
  return payouts.insertOnce({
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
