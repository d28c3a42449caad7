import { shownDistanceKm } from '@boli/shared/core/distance';
import { toPaise } from '@boli/shared/core/money';
import type { Near, RideRequestInput } from '@boli/shared/rides/rides.schema';
import { users } from '../auth/auth.repository';
import type { Actor } from '../core/actor';
import { inGroups } from '../core/batches';
import { clock } from '../core/clock';
import { Conflict, NotFound } from '../core/errors';
import type { Slice } from '../core/slice.repository';
import { type Holder, storeInSlot } from '../core/slots';
import { domainEvents } from '../domain-events';
import type { DriverProfileDocument } from '../drivers/drivers.model';
import { checkMayOffer } from '../drivers/drivers.policy';
import { profiles } from '../drivers/drivers.repository';
import { ratesAt } from '../fares/fares.service';
import { ratesRecord } from '../fares/rates';
import { areaOf } from '../market/area';
import { settings } from '../settings';
import { expireIfDue } from './expiry';
import { quartilesAt } from './middle-half';
import type { OpenPage } from './open-list';
import { openPage } from './open-rides';
import { openPoint } from './pickup';
import { checkAskedPrice } from './price-band';
import type { RideDocument } from './rides.model';
import { asOf, canReadRide, chosenDriver, expiryOf, type RideRow, rowAsOf } from './rides.policy';
import { rides } from './rides.repository';
import { findWays, roadRecords, storeShapes } from './roads';

/** How many requests are expired concurrently. */
const AT_ONCE = 20;

/**
 * Posts a request under `id`; a repeated call with this id returns the same request. Throws 409 beyond
 * `MAX_OPEN_REQUESTS`, 400 for an asked price outside the law's fare band.
 */
export async function post(actor: Actor, input: RideRequestInput, id: string): Promise<RideDocument> {
  const max = settings().MAX_OPEN_REQUESTS;
  const tooMany = new Conflict('rides.too_many_open', { max });
  // A repeated post, or one beyond the limit, makes no calls to the router.
  const made = await rides.byId(id);
  if (made) return emitAgain(made);
  if ((await openOf(actor.id, clock.now())).length >= max) return posted(id, tooMany);
  const places = placesOf(input);
  const ways = await findWays(places, input.scheduled_time ?? clock.now());
  const now = clock.now();
  const rates = ratesAt(input.scheduled_time ?? now);
  const ride: RideDocument = {
    _id: id,
    customer_id: actor.id,
    customer_name: actor.name,
    ...places,
    roads: roadRecords(ways),
    rates: rates && ratesRecord(rates),
    area: input.is_scheduled ? null : areaOf(openPoint(places)),
    quartiles: await quartilesAt(places, input.scheduled_time ?? now),
    is_scheduled: input.is_scheduled,
    scheduled_time: input.scheduled_time,
    asked_price_paise: input.asked_price === null ? null : toPaise(input.asked_price),
    status: 'open',
    booking_id: null,
    quote_count: 0,
    quotes: [],
    spent: [],
    created_at: now,
    expires_at: expiryOf(input, now),
    version: 1,
  };
  checkAskedPrice(ride.asked_price_paise, ride);
  const outcome = await storeInSlot({
    max,
    holders: () => openOf(actor.id, now),
    store: (slot) => rides.insert({ ...ride, open_slot: slot }),
  });
  if (outcome !== 'stored') return posted(id, tooMany);
  await storeShapes(id, ways, now);
  domainEvents.emit('ride.changed', { ride, change: 'created' });
  return (await cancelIfSuspended(ride)) ?? ride;
}

/**
 * The slots of a customer's open requests. Requests past their expiry are expired first, which releases their slots.
 */
async function openOf(customerId: string, now: Date): Promise<Holder[]> {
  const open = await rides.openOf(customerId);
  for (const { _id, expires_at } of open) if (expires_at <= now) await expireIfDue(_id);
  return open.filter(({ expires_at }) => expires_at > now).map(({ open_slot }) => open_slot ?? null);
}

/** The request that was posted under `id`; throws `otherwise` if there is none. */
export async function posted(id: string | null, otherwise: Error): Promise<RideDocument> {
  const ride = id && (await rides.byId(id));
  if (!ride) throw otherwise;
  return emitAgain(ride);
}

/**
 * Emits again after a repeated call, because the first call may have stopped before its event. Clients ignore a version
 * that they already have.
 */
function emitAgain(ride: RideDocument): RideDocument {
  domainEvents.emit('ride.changed', { ride, change: ride.version === 1 ? 'created' : 'updated' });
  return ride;
}

function placesOf(input: RideRequestInput) {
  const from = { lat: input.pickup_lat, lng: input.pickup_lng };
  const to = { lat: input.drop_lat, lng: input.drop_lng };
  return {
    pickup_location: input.pickup_location,
    pickup_lat: from.lat,
    pickup_lng: from.lng,
    drop_location: input.drop_location,
    drop_lat: to.lat,
    drop_lng: to.lng,
    distance_km: shownDistanceKm(from, to),
  };
}

/**
 * The caller's list in its effective state, newest first: a customer's own requests, the open ones for drivers, all for
 * admins. Throws 403 for a driver who may not see requests.
 */
export async function list(
  actor: Actor,
  query: Slice & { near: Near | null },
): Promise<{ rows: RideRow[]; total: number }> {
  if (actor.role === 'driver') return open(actor, query);
  const found = actor.role === 'customer' ? await rides.ofCustomer(actor.id, query) : await rides.all(query);
  const now = clock.now();
  return { rows: found.rows.map((ride) => rowAsOf(ride, now)), total: found.total };
}

/**
 * A page of the open requests for a driver, newest first, with every quote on them. A request is the same object in
 * every result until it changes. Presenters show a driver only the driver's own quote. Throws 403 for a driver who may
 * not see requests.
 */
export async function open(driver: Actor, query: Slice & { near: Near | null }): Promise<OpenPage> {
  await checkMaySeeRequests(driver);
  return openPage(query);
}

/** Throws 403 with the reason for a driver who may not see requests; checked at every read. */
async function checkMaySeeRequests(actor: Actor): Promise<void> {
  if (actor.role === 'driver') await profileForRequests(actor);
}

/** The profile of a driver who may see requests. Throws 403 with the reason for any other driver. */
export async function profileForRequests(driver: Actor): Promise<DriverProfileDocument> {
  return checkMayOffer((await profiles.pacedByUser(driver.id)) ?? null);
}

/**
 * One request in its effective state, with all its quotes. Throws 403 for a driver who may not see requests, unless
 * this is the chosen driver, and 404 when the request does not exist or the caller may not read it.
 */
export async function read(actor: Actor, id: string): Promise<RideDocument> {
  const stored = (await rides.pacedById(id)) ?? null;
  if (!stored || chosenDriver(stored) !== actor.id) await checkMaySeeRequests(actor);
  const ride = asOf(present(stored), clock.now());
  if (!canReadRide(actor, ride)) throw new NotFound();
  return ride;
}

/**
 * Cancels the caller's open request; repeating it returns the same answer. Throws 404 for a request of others, 409 when
 * the request is no longer open.
 */
export async function cancel(actor: Actor, id: string): Promise<RideDocument> {
  const cancelled = await cancelOpen(id, actor.id);
  if (cancelled) return cancelled;
  const ride = await read(actor, id);
  if (ride.status !== 'cancelled') throw new Conflict('rides.not_open', { status: ride.status });
  return emitAgain(ride);
}

/**
 * Cancels an open request if its customer is suspended: it was posted or reopened while the suspension was cancelling
 * the customer's other requests. Returns null if nothing was cancelled.
 */
export async function cancelIfSuspended(ride: Pick<RideDocument, '_id' | 'customer_id'>): Promise<RideDocument | null> {
  if (!(await users.anySuspended([ride.customer_id]))) return null;
  return cancelOpen(ride._id, ride.customer_id);
}

/** Cancels every open request of a customer who may no longer request rides. */
export async function cancelAllOf(customerId: string): Promise<void> {
  for (const id of await rides.openIdsOf(customerId, clock.now())) await cancelOpen(id, customerId);
}

async function cancelOpen(id: string, customerId: string): Promise<RideDocument | null> {
  const cancelled = await rides.cancel(id, customerId, clock.now());
  if (cancelled) domainEvents.emit('ride.changed', { ride: cancelled, change: 'updated' });
  return cancelled;
}

/** Expires open requests that are past their expiry, at most 500 per call. */
export async function expireDue(): Promise<void> {
  await inGroups(await rides.pastExpiry(clock.now()), AT_ONCE, expireIfDue);
}

function present(ride: RideDocument | null): RideDocument {
  if (!ride) throw new NotFound();
  return ride;
}
