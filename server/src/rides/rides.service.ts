import { shownDistanceKm } from '@boli/shared/core/distance';
import type { Near, RideRequestInput } from '@boli/shared/rides/rides.schema';
import type { Actor } from '../core/actor';
import { clock } from '../core/clock';
import { Conflict, NotFound } from '../core/errors';
import { facts } from '../core/facts';
import type { Slice } from '../core/slice.repository';
import { settings } from '../settings';
import type { RideDocument } from './rides.model';
import { asOf, canReadRide, expiryOf, type RideRow } from './rides.policy';
import { rides } from './rides.repository';

declare module '../core/facts' {
  interface Facts {
    /** A ride request as it is stored now, with every quote on it. */
    'ride.changed': { ride: RideDocument; change: 'created' | 'updated' };
  }
}

/** Posts a request under `id`; the same id again gives the same request. Throws 409 beyond `MAX_OPEN_REQUESTS`. */
export async function post(actor: Actor, input: RideRequestInput, id: string): Promise<RideDocument> {
  const now = clock.now();
  const max = settings().MAX_OPEN_REQUESTS;
  if ((await rides.countOpen(actor.id, now)) >= max) {
    const made = await rides.byId(id);
    if (made) return made;
    throw new Conflict('rides.too_many_open', { max });
  }
  const ride: RideDocument = {
    _id: id,
    customer_id: actor.id,
    customer_name: actor.name,
    ...placesOf(input),
    is_scheduled: input.is_scheduled,
    scheduled_time: input.scheduled_time,
    status: 'open',
    booking_id: null,
    quote_count: 0,
    quotes: [],
    spent: [],
    created_at: now,
    expires_at: expiryOf(input, now),
    version: 1,
  };
  if (!(await rides.insert(ride))) return present(await rides.byId(id));
  facts.tell('ride.changed', { ride, change: 'created' });
  return ride;
}

/** The request that was posted under `id`; where there is none, throws `otherwise`. */
export async function posted(id: string | null, otherwise: Error): Promise<RideDocument> {
  const ride = id && (await rides.byId(id));
  if (!ride) throw otherwise;
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

/** What the caller's list shows: own requests, the open ones, or all; as they count now, newest first. */
export async function list(
  actor: Actor,
  query: Slice & { near: Near | null },
): Promise<{ rows: RideRow[]; total: number }> {
  const now = clock.now();
  const found = await listFor(actor, { ...query, now });
  return { rows: found.rows.map((ride) => asOf(ride, now)), total: found.total };
}

function listFor(actor: Actor, query: Slice & { near: Near | null; now: Date }) {
  switch (actor.role) {
    case 'customer':
      return rides.ofCustomer(actor.id, query);
    case 'driver':
      return rides.open(actor.id, query);
    case 'admin':
      return rides.all(query);
  }
}

/** One request with all its quotes, as it counts now. Throws 404 when it is not there or not for the caller. */
export async function read(actor: Actor, id: string): Promise<RideDocument> {
  const ride = asOf(present(await rides.byId(id)), clock.now());
  if (!canReadRide(actor, ride)) throw new NotFound();
  return ride;
}

/** Cancels the caller's open request; again: the same answer. Throws 404, or 409 when it is no longer open. */
export async function cancel(actor: Actor, id: string): Promise<RideDocument> {
  const cancelled = await rides.cancel(id, actor.id, clock.now());
  if (cancelled) {
    facts.tell('ride.changed', { ride: cancelled, change: 'updated' });
    return cancelled;
  }
  const ride = await read(actor, id);
  if (ride.status !== 'cancelled') throw new Conflict('rides.not_open', { status: ride.status });
  return ride;
}

/** Expires every open request that is past its time. */
export async function expireDue(): Promise<void> {
  for (const id of await rides.pastExpiry(clock.now())) await expireIfDue(id);
}

/** Expires this request if it is open and past its time. */
export async function expireIfDue(id: string): Promise<void> {
  const ride = await rides.expire(id, clock.now());
  if (ride) facts.tell('ride.changed', { ride, change: 'updated' });
}

function present(ride: RideDocument | null): RideDocument {
  if (!ride) throw new NotFound();
  return ride;
}
