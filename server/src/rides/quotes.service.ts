import { toPaise } from '@boli/shared/core/money';
import type { HoldMinutes } from '@boli/shared/rides/quotes.state';
import { users } from '../auth/auth.repository';
import type { Actor } from '../core/actor';
import { inGroups } from '../core/batches';
import { clock } from '../core/clock';
import { Conflict, NotFound } from '../core/errors';
import { failpoint } from '../core/failpoint';
import { domainEvents } from '../domain-events';
import type { DriverProfileDocument } from '../drivers/drivers.model';
import { checkMayOffer } from '../drivers/drivers.policy';
import { profiles } from '../drivers/drivers.repository';
import { checkHours } from '../drivers/duty.service';
import { checkDriversPrice } from './price-band';
import { hasRunOut, quoteClock } from './quote-clock';
import { checkOpen, notActive, quotesFor } from './quotes.policy';
import { reconcileQuote } from './quotes.reconcile';
import { type Offer, quotes } from './quotes.repository';
import type { QuoteEta, QuoteRecord, RideDocument } from './rides.model';
import { asOf, ownQuote } from './rides.policy';
import { rides } from './rides.repository';
import * as rideService from './rides.service';
import { etaOf } from './to-pickup';

const MAX_TRIES = 8;

/** A quote with the request that contains it; `repeated` when it replaced an earlier one of the same driver. */
export interface Offered {
  ride: RideDocument;
  quote: QuoteRecord;
  repeated: boolean;
  /** The driver's profile, if it was read after the write. */
  profile?: DriverProfileDocument | null;
}

/** A price in rupees, and how many minutes it holds; without `hold_min`, `quoteClock` decides how long. */
export interface OfferInput {
  ride_request_id: string;
  price: number;
  hold_min?: HoldMinutes | null | undefined;
}

/**
 * Offers a price on an open request, or replaces the driver's earlier offer under the same id; the same price again
 * renews the clock of the quote, also after it has expired. A first offer gets the operation's id, by which a repeat of
 * the same operation finds it. Throws 400 for a price that the law does not allow, 403 for a driver who may not quote or
 * has to rest, 404 for an unknown request, 409 when the request is not open or the quote was already chosen.
 */
export async function offer(actor: Actor, input: OfferInput, operationId: string): Promise<Offered> {
  const [stored, read] = await Promise.all([profiles.byUser(actor.id), rides.byId(input.ride_request_id)]);
  const profile = checkMayOffer(stored);
  await checkHours(actor.id);
  const given = offerOf(actor, profile, toPaise(input.price));
  const wanted = { id: operationId, offer: given, holdMin: input.hold_min ?? null, profile };
  const offered = await write(actor, { rideId: input.ride_request_id, read }, wanted);
  failpoint('quote.written');
  emitQuote({ ...offered, profile }, offered.repeated ? 'updated' : 'created');
  const readAgain = await withdrawIfBarredMeanwhile(actor, offered);
  reconcileQuote(offered);
  return { ...offered, profile: readAgain };
}

/**
 * The current state of the caller's offer; `repeated` unless this operation created the quote. Throws 404 for a quote
 * of others.
 */
export async function offered(actor: Actor, quoteId: string, operationId: string): Promise<Offered> {
  const read = await rides.byQuote(quoteId);
  const ride = read && asOf(read, clock.now());
  const quote = ride && ownQuote(ride, actor.id);
  if (!quote || quote._id !== quoteId) throw new NotFound();
  return { ride, quote, repeated: quoteId !== operationId };
}

/** The fields of an offer that depend neither on the request nor on the time. */
type Given = Omit<Offer, 'eta' | 'hold_min' | 'expires_at'>;

interface Wanted {
  /** The id of a first offer. */
  id: string;
  offer: Given;
  holdMin: HoldMinutes | null;
  profile: DriverProfileDocument;
}

/**
 * Adds or replaces the quote, whichever fits the request as it was read; reads the request again when it has changed
 * since then.
 */
async function write(
  actor: Actor,
  { rideId, read: known }: { rideId: string; read: RideDocument | null },
  wanted: Wanted,
): Promise<Offered> {
  let eta: QuoteEta | null | undefined;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const now = clock.now();
    const read = tries === 0 ? known : await rides.byId(rideId);
    const made = read && ownQuote(read, actor.id);
    // This very operation ran before, and its event may not have been emitted.
    if (read && made?._id === wanted.id) return { ride: read, quote: made, repeated: false };
    const ride = checkOpen(read && asOf(read, now));
    if (made?.status === 'accepted') throw notActive(made.status);
    checkDriversPrice(wanted.offer, ride);
    // Computed once: the pickup of a request never changes.
    if (eta === undefined) eta = await etaOf(wanted.profile, ride);
    const offer = { ...wanted.offer, eta, ...quoteClock(ride, wanted.holdMin, now) };
    const written = made
      ? await quotes.replace(rideId, made, { offer, now })
      : await quotes.add(rideId, newQuote(actor, { id: wanted.id, offer }, now), now);
    const quote = written && ownQuote(written, actor.id);
    if (quote) return { ride: written, quote, repeated: made !== null };
  }
  throw new Conflict('common.changed_meanwhile');
}

function offerOf(actor: Actor, profile: DriverProfileDocument, pricePaise: number): Given {
  return {
    driver_name: actor.name,
    car_model: profile.car_model,
    vehicle_class: profile.vehicle_class ?? null,
    experience_years: profile.experience_years,
    license_number: profile.license_number,
    accepts_upi: profile.upi_id !== null,
    price_paise: pricePaise,
  };
}

function newQuote(actor: Actor, { id, offer }: { id: string; offer: Offer }, now: Date): QuoteRecord {
  return {
    _id: id,
    driver_id: actor.id,
    ...offer,
    status: 'active',
    booking_id: null,
    created_at: now,
    offered_at: now,
    follow_up: now,
    version: 1,
  };
}

/**
 * Withdraws a quote whose driver an admin rejected or suspended between the check and the write: the admin's action did
 * not see this quote. The call succeeds, and the quote ends as if the action had come a moment later; a mere refusal
 * would leave the quote active. Returns the profile as read after the write.
 */
async function withdrawIfBarredMeanwhile(actor: Actor, { quote }: Offered): Promise<DriverProfileDocument | null> {
  const [profile, suspended] = await Promise.all([profiles.byUser(actor.id), users.anySuspended([actor.id])]);
  if (suspended || profile?.verification_status === 'rejected') await withdrawOne(quote._id, actor.id);
  return profile;
}

/**
 * Withdraws the caller's active quote; repeating it returns the same answer. Throws 404 for a quote of others, 409 when
 * the quote was chosen or has ended.
 */
export async function withdraw(actor: Actor, quoteId: string): Promise<{ ride: RideDocument; quote: QuoteRecord }> {
  const written = await quotes.withdraw(quoteId, actor.id);
  const read = written ?? (await rides.byQuote(quoteId));
  const ride = read && asOf(read, clock.now());
  const quote = ride && ownQuote(ride, actor.id);
  if (!quote || quote._id !== quoteId) throw new NotFound();
  if (quote.status !== 'withdrawn') throw notActive(quote.status);
  // Emitted also when the quote was withdrawn before, because the earlier call may have stopped before its event.
  emitQuote({ ride, quote }, 'withdrawn');
  return { ride, quote };
}

/** The number of requests whose quotes are expired concurrently. */
const AT_ONCE = 20;

/** Expires the quotes on open requests that are past their time, on at most 500 requests at a call. */
export async function expireQuotes(): Promise<void> {
  const now = clock.now();
  await inGroups(await quotes.ridesWithRunOut(now), AT_ONCE, async (read) => {
    const ride = await quotes.expireRunOut(read, now);
    // Null: the request has changed since it was read, and the next run reads it again.
    if (!ride) return;
    const expired = new Set(read.quotes.flatMap((quote) => (hasRunOut(quote, now) ? [quote._id] : [])));
    for (const quote of ride.quotes.filter(({ _id }) => expired.has(_id))) {
      domainEvents.emit('quote.changed', { ride, quote, change: 'updated' });
    }
    domainEvents.emit('ride.changed', { ride, change: 'updated' });
  });
}

/** Withdraws every active quote of a driver who may no longer drive. */
export async function withdrawAll(driverId: string): Promise<void> {
  for (const id of await quotes.activeOf(driverId)) await withdrawOne(id, driverId);
}

async function withdrawOne(quoteId: string, driverId: string): Promise<void> {
  const ride = await quotes.withdraw(quoteId, driverId);
  const quote = ride && ownQuote(ride, driverId);
  if (quote) emitQuote({ ride, quote }, 'withdrawn');
}

/**
 * The quotes on a request that the caller may see, cheapest first. Throws 404 for a request that the caller may not
 * read.
 */
export async function onRide(actor: Actor, rideId: string): Promise<{ ride: RideDocument; quotes: QuoteRecord[] }> {
  const ride = await rideService.read(actor, rideId);
  return { ride, quotes: quotesFor(actor, ride) };
}

/** Emits a quote that was made, changed or withdrawn, and its request. */
export function emitQuote(
  { ride, quote, profile }: { ride: RideDocument; quote: QuoteRecord; profile?: DriverProfileDocument },
  change: 'created' | 'updated' | 'withdrawn',
): void {
  domainEvents.emit('quote.changed', { ride, quote, change, ...(profile && { profile }) });
  domainEvents.emit('ride.changed', { ride, change: 'updated' });
}
