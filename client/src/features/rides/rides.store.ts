import type { BodyInput } from '@boli/shared/core/endpoint';
import { createRide, listRides, readRide } from '@boli/shared/rides/rides.endpoints';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { create } from 'zustand';
import { call, callList } from '../../core/api';
import { useSession } from '../../core/session';
import { type ById, upsertRow } from '../../core/versioned';

interface RidesState {
  byId: ById<RideRequest>;
  /** How many the server holds; null until the first answer. */
  total: number | null;
}

const empty: RidesState = { byId: {}, total: null };

/** A customer's own ride requests by id. Pushes, replies and reads all enter by `upsertRide`. */
export const useRides = create<RidesState>(() => empty);

/** Takes one ride request, however it came; a version lower than the one held is dropped. */
export function upsertRide(ride: RideRequest): void {
  useRides.setState(({ byId, total }) => ({
    byId: upsertRow(byId, ride),
    total: total === null || ride.id in byId ? total : total + 1,
  }));
}

/** Takes a read page. Ride requests are never deleted, so a page removes nothing. */
export function takeRides(rows: readonly RideRequest[], total: number): void {
  useRides.setState(({ byId }) => ({ byId: rows.reduce<ById<RideRequest>>(upsertRow, byId), total }));
}

/** Reads the newest hundred, or those older than `before` (a `created_at`). Rejects with the ApiError. */
export async function loadRides(before?: string): Promise<void> {
  const reader = useSession.getState().user?.id;
  const { rows, total } = await callList(listRides, { query: before ? { before } : {} });
  if (useSession.getState().user?.id !== reader) return;
  takeRides(rows, before ? (useRides.getState().total ?? total) : total);
}

/** Reads one ride request into the store. Rejects with the ApiError. */
export async function loadRide(id: string): Promise<void> {
  upsertRide(await call(readRide, { params: { id } }));
}

/** Posts a ride request and takes the answer. One key for all tries of one intent. Rejects with the ApiError. */
export async function postRide(body: BodyInput<typeof createRide>, idempotencyKey: string): Promise<RideRequest> {
  const ride = await call(createRide, { body, idempotencyKey });
  upsertRide(ride);
  return ride;
}

/** Newest first. */
export function sortRides(byId: ById<RideRequest>): RideRequest[] {
  return Object.values(byId).sort((a, b) => b.created_at.localeCompare(a.created_at) || b.id.localeCompare(a.id));
}

useSession.subscribe((now, before) => {
  if (now.user?.id !== before.user?.id) useRides.setState(empty, true);
});
