import type { SettlementInput } from '@boli/shared/settlements/settlements.schema';
import type { z } from 'zod';
import { bookingFollowers } from '../bookings/bookings.followers';
import type { BookingDocument } from '../bookings/bookings.model';
import type { Actor } from '../core/actor';
import { clock } from '../core/clock';
import { NotFound } from '../core/errors';
import { facts } from '../core/facts';
import { failpoint } from '../core/failpoint';
import type { Slice } from '../core/slice.repository';
import { settings } from '../settings';
import { settlementFollowers } from './settlements.followers';
import type { SettlementDocument } from './settlements.model';
import { type EarningsSums, settlements } from './settlements.repository';

/** How a settlement is paid whose money came through the gateway: the platform kept its fee. */
export const BY_GATEWAY = 'gateway';
const DAY_MS = 24 * 60 * 60_000;

bookingFollowers.on('settlement', async (booking) => {
  if (booking.status === 'completed') await settle(booking);
});

/** Makes the one settlement of a completed booking; under the booking's id, so that a second time changes nothing. */
async function settle(booking: BookingDocument): Promise<void> {
  const settlement = settlementOf(booking);
  if (await settlements.insertOnce(settlement)) facts.tell('settlement.changed', { settlement });
  // Completed before the money came: the settlement may be there and wait.
  else if (booking.payment_id) await paidByGateway(booking._id, booking.payment_id);
}

/**
 * A ride's money came through the gateway: its pending settlement is paid by that. Where it was paid already, or is not
 * there yet, nothing changes.
 */
export async function paidByGateway(bookingId: string, paymentId: string): Promise<void> {
  const payment = { method: BY_GATEWAY, reference: paymentId, at: clock.now() };
  if (await settlements.pay(bookingId, payment)) {
    failpoint('settlement.paid');
    await settlementFollowers.follow(bookingId);
  }
}

/** What a completed booking obliges its driver to pay. A fee of nothing, or one that the gateway brought, is paid at once. */
export function settlementOf(booking: BookingDocument): SettlementDocument {
  const since = booking.completed_at ?? booking.created_at;
  const byGateway = Boolean(booking.payment_id);
  const paid = byGateway || booking.platform_fee_paise === 0;
  return {
    _id: booking._id,
    driver_id: booking.driver_id,
    driver_name: booking.driver_name,
    platform_fee_paise: booking.platform_fee_paise,
    discount_paise: booking.discount_paise,
    net_due_paise: booking.platform_fee_paise - booking.discount_paise,
    due_date: new Date(since.getTime() + settings().SETTLEMENT_DUE_DAYS * DAY_MS),
    settlement_status: paid ? 'paid' : 'pending',
    payment_method: byGateway ? BY_GATEWAY : null,
    payment_reference: booking.payment_id,
    paid_at: paid ? since : null,
    created_at: since,
    version: 1,
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
    failpoint('settlement.paid');
    await settlementFollowers.follow(id);
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
