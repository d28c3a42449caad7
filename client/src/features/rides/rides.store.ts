import type { BodyInput } from '@boli/shared/core/endpoint';
import { createRide, listRides, readRide } from '@boli/shared/rides/rides.endpoints';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { call, callList } from '../../core/api';
import type { Proof } from '../../core/lost-reply';
import { createMirror, type MirrorState } from '../../core/mirror';
import { serverNow } from '../../core/server-time';
import type { ById } from '../../core/versioned';

interface RidesState extends MirrorState<RideRequest> {
  /** The number of the customer's ride requests on the server; null until loaded. */
  total: number | null;
}

const rides = createMirror<RideRequest, RidesState>({ byId: {}, total: null });

/** A customer's own ride requests by id. `upsertRide` applies single requests, `applyRidesPage` applies pages. */
export const useRides = rides.use;

/** Applies one ride request from any source; a version lower than the stored one is dropped. */
export function upsertRide(ride: RideRequest): void {
  const { byId, total } = useRides.getState();
  rides.upsert(ride, { total: total === null || ride.id in byId ? total : total + 1 });
}

/** Applies a page of ride requests. Ride requests are never deleted, so a page removes none. */
export function applyRidesPage(rows: readonly RideRequest[], total: number): void {
  rides.page(rows, { total });
}

/** Applies requests as this device last knew them. They are not an answer of the server: `total` stays as it is. */
export function applyLastKnownRides(rows: readonly RideRequest[]): void {
  rides.page(rows);
}

/** Reads the newest page of requests, or the page older than `before` (a `created_at`). Rejects with the ApiError. */
export function loadRides(before?: string): Promise<void> {
  return rides.read({
    load: () => callList(listRides, { query: before ? { before } : {} }),
    apply: ({ rows, total }) => applyRidesPage(rows, before ? (useRides.getState().total ?? total) : total),
    scope: before ?? '',
  });
}

/** Reads one ride request into the store. Rejects with the ApiError. */
export function loadRide(id: string): Promise<void> {
  return rides.read({ load: () => call(readRide, { params: { id } }), apply: upsertRide, scope: id });
}

/** Posts a ride request and stores the reply. Pass one idempotency key for all attempts. Rejects with the ApiError. */
export async function postRide(body: BodyInput<typeof createRide>, idempotencyKey: string): Promise<RideRequest> {
  const ride = await call(createRide, { body, idempotencyKey });
  upsertRide(ride);
  return ride;
}

/** The server's time as this device derives it may differ from the server's clock by this much (ms). */
const CLOCK_SLACK_MS = 2_000;

/**
 * The proof that a request was posted: a request with these places that was neither stored nor created before this
 * function was called.
 */
export function postedProof(body: Pick<RideRequest, 'pickup_location' | 'drop_location'>): Proof<RideRequest> {
  const before = new Set(Object.keys(useRides.getState().byId));
  const since = serverNow() - CLOCK_SLACK_MS;
  const [pickup, drop] = [body.pickup_location.trim(), body.drop_location.trim()];
  return {
    find: () =>
      sortRides(useRides.getState().byId).find(
        (ride) =>
          !before.has(ride.id) &&
          Date.parse(ride.created_at) >= since &&
          ride.pickup_location === pickup &&
          ride.drop_location === drop,
      ),
    subscribe: useRides.subscribe,
    read: () => loadRides(),
  };
}

/** The proof that a request was cancelled. */
export function cancelledProof(id: string): Proof<RideRequest> {
  return {
    find: () => {
      const ride = useRides.getState().byId[id];
      return ride?.status === 'cancelled' ? ride : undefined;
    },
    subscribe: useRides.subscribe,
    read: () => loadRide(id),
  };
}

/** Newest first. */
export function sortRides(byId: ById<RideRequest>): RideRequest[] {
  return Object.values(byId).sort((a, b) => b.created_at.localeCompare(a.created_at) || b.id.localeCompare(a.id));
}
