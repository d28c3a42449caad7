import { toPaise } from '@boli/shared/core/money';
import type { Actor } from '../core/actor';
import { clock } from '../core/clock';
import { Conflict, Invalid, NotFound } from '../core/errors';
import { domainEvents } from '../domain-events';
import { askedPrices } from './asked-price.repository';
import { checkAskedPrice } from './price-band';
import { checkOpen } from './quotes.policy';
import type { RideDocument } from './rides.model';
import { asOf } from './rides.policy';
import { rides } from './rides.repository';

const MAX_TRIES = 8;

/** The caller's request, in its effective state. Throws 404 for a request of others. */
async function ownRide(actor: Actor, id: string): Promise<RideDocument> {
  const read = await rides.byId(id);
  if (!read || read.customer_id !== actor.id) throw new NotFound();
  return asOf(read, clock.now());
}

/** Emits the request, also for a repeated call: the process may have died before the event of the first call. */
function emitted(ride: RideDocument): RideDocument {
  domainEvents.emit('ride.changed', { ride, change: 'updated' });
  return ride;
}

/**
 * Names a price (rupees) on the caller's open request, or raises it; repeating the same price gives the same answer. It
 * changes no quote. Throws 400 for a price that is lower than the one before or outside the law's fare band, 404
 * for a request of others, 409 when the request is not open.
 */
export async function raise(actor: Actor, id: string, price: number): Promise<RideDocument> {
  const paise = toPaise(price);
  checkAskedPrice(paise, await ownRide(actor, id));
  const raised = await askedPrices.raise(id, actor.id, { paise, now: clock.now() });
  if (raised) return emitted(raised);
  const ride = checkOpen(await ownRide(actor, id));
  if (ride.asked_price_paise !== paise) throw new Invalid('rides.ask_higher', undefined, 'asked_price');
  return emitted(ride);
}

/**
 * Notifies drivers up to twice as far away as usual about the caller's open request, once; a repeated call changes
 * nothing. Throws 404 for a request of others, 409 when it is not open or has a quote that can be chosen.
 */
export async function widen(actor: Actor, id: string): Promise<RideDocument> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const ride = checkOpen(await ownRide(actor, id));
    if (ride.widened_at) return emitted(ride);
    if (ride.quote_count > 0) throw new Conflict('rides.has_quotes');
    const widened = await askedPrices.widen(id, actor.id, clock.now());
    // Null: another call was faster, a quote has come or the request has ended. Read the request again.
    if (!widened) continue;
    domainEvents.emit('ride.widened', { ride: widened });
    return emitted(widened);
  }
  throw new Conflict('common.changed_meanwhile');
}
