import { chargedFare } from '../bookings/bookings.fare';
import { bookingFollowers } from '../bookings/bookings.followers';
import type { BookingDocument } from '../bookings/bookings.model';
import { bookings } from '../bookings/bookings.repository';
import { clock } from '../core/clock';
import { followers } from '../core/follow';
import { settlementFollowers } from '../settlements/settlements.followers';
import type { SettlementDocument } from '../settlements/settlements.model';
import { settlements } from '../settlements/settlements.repository';
import { type Entry, entriesOfBooking, entryOfPayout, entryOfSettlement, owedToDriver } from './entries';
import { record } from './journal';
import type { PayoutDocument } from './payouts.model';
import { payouts } from './payouts.repository';

/** After a payout was paid the journal gets its entry. */
export const payoutFollowers = followers<PayoutDocument>({
  name: 'payouts',
  order: ['journal'],
  read: payouts.byId,
  clear: payouts.clearFollowUp,
  marks: payouts.followUps,
});

bookingFollowers.on('journal', async (booking) => {
  for (const entry of entriesOfBooking(booking)) await enter(entry);
});
bookingFollowers.on('payout', async (booking) => {
  if (!chargedFare(booking)) return;
  await listPayout(booking, await settlements.byId(booking._id));
});
settlementFollowers.on('journal', async (settlement) => enter(entryOfSettlement(settlement)));
settlementFollowers.on('payout', async (settlement) => listPayout(await bookings.byId(settlement._id), settlement));
payoutFollowers.on('journal', async (payout) => enter(entryOfPayout(payout)));

async function enter(entry: Entry | null): Promise<void> {
  if (entry) await record({ ...entry, at: entry.at ?? clock.now() });
}

/** Lists what is owed for a ride, once; whichever of its booking and its settlement comes last finds it. */
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
