import type { SettlementInput } from '@boli/shared/settlements/settlements.schema';
import type { z } from 'zod';
import { bookingFollowers } from '../bookings/bookings.followers';
import type { BookingDocument } from '../bookings/bookings.model';
import type { Actor } from '../core/actor';
import { clock } from '../core/clock';
import { NotFound } from '../core/errors';
import { facts } from '../core/facts';
import type { Slice } from '../rides/rides.repository';
import { settings } from '../settings';
import type { SettlementDocument } from './settlements.model';
import { type EarningsSums, settlements } from './settlements.repository';

declare module '../core/facts' {
  interface Facts {
    /** A settlement was made or paid. */
    'settlement.changed': { settlement: SettlementDocument };
  }
}

const DAY_MS = 24 * 60 * 60_000;

bookingFollowers.on('settlement', async (booking) => {
  if (booking.status === 'completed') await settle(booking);
});

/** Makes the one settlement of a completed booking; under the booking's id, so that a second time changes nothing. */
async function settle(booking: BookingDocument): Promise<void> {
  const settlement = settlementOf(booking);
  if (await settlements.insertOnce(settlement)) facts.tell('settlement.changed', { settlement });
}

/** What a completed booking obliges its driver to pay. A fee of nothing is paid at once. */
export function settlementOf(booking: BookingDocument): SettlementDocument {
  const since = booking.completed_at ?? booking.created_at;
  const free = booking.platform_fee_paise === 0;
  return {
    _id: booking._id,
    driver_id: booking.driver_id,
    driver_name: booking.driver_name,
    platform_fee_paise: booking.platform_fee_paise,
    discount_paise: booking.discount_paise,
    net_due_paise: booking.platform_fee_paise - booking.discount_paise,
    due_date: new Date(since.getTime() + settings().SETTLEMENT_DUE_DAYS * DAY_MS),
    settlement_status: free ? 'paid' : 'pending',
    payment_method: null,
    payment_reference: null,
    paid_at: free ? since : null,
    created_at: since,
  };
}

/** Settlements that are not paid, newest first. */
export async function listPending(slice: Slice): Promise<{ rows: SettlementDocument[]; total: number }> {
  return settlements.pending(slice);
}

/** Marks a settlement as paid; one that is paid already stays as it is and is given back. Throws 404. */
export async function pay(id: string, input: z.output<typeof SettlementInput>): Promise<SettlementDocument> {
  const payment = { method: input.payment_method, reference: input.payment_reference, at: clock.now() };
  const paid = await settlements.pay(id, payment);
  if (paid) {
    facts.tell('settlement.changed', { settlement: paid });
    facts.tell('earnings.changed', { driverId: paid.driver_id });
    return paid;
  }
  const settlement = await settlements.byId(id);
  if (!settlement) throw new NotFound();
  return settlement;
}

/** The caller's sums over all its completed rides; zeros before the first. */
export async function earningsOf(driver: Pick<Actor, 'id'>): Promise<EarningsSums> {
  return settlements.sumsOf(driver.id);
}
