import type { Quote } from '@boli/shared/quotes/quotes.schema';
import { listRides } from '@boli/shared/rides/rides.endpoints';
import type { Near, RideRequest } from '@boli/shared/rides/rides.schema';
import { create } from 'zustand';
import { callList } from '../../core/api';
import { useSession } from '../../core/session';
import { getSocket, send } from '../../core/socket';
import { applySnapshot, type ById, createTouches, isNewer, removeRow, upsertRow } from '../../core/versioned';

interface OpenRidesState {
  /** Open requests only, each with the driver's own quote where it has one. */
  byId: ById<RideRequest>;
  /** The version at which a request left the list: an older event must not bring it back. */
  closed: Readonly<Record<string, number>>;
}

const empty: OpenRidesState = { byId: {}, closed: {} };

/** The requests a driver may bid on. */
export const useOpenRides = create<OpenRidesState>(() => empty);

let touches = createTouches();

const isClosed = ({ closed }: OpenRidesState, ride: RideRequest) => (closed[ride.id] ?? -1) >= ride.version;

/** Takes one request from a push; one that is no longer open leaves the list. */
export function upsertOpenRide(ride: RideRequest): void {
  touches.touch(ride.id);
  useOpenRides.setState((state) => {
    if (isClosed(state, ride) || !isNewer(ride, state.byId[ride.id])) return state;
    if (ride.status === 'open') return { byId: upsertRow(state.byId, ride) };
    return { byId: removeRow(state.byId, ride.id), closed: { ...state.closed, [ride.id]: ride.version } };
  });
}

/** Takes the driver's own quote, from a reply or a push, into its request. */
export function upsertMyQuote(quote: Quote): void {
  useOpenRides.setState(({ byId }) => {
    const ride = byId[quote.ride_request_id];
    if (!ride || !isNewer(quote, ride.my_quote ?? undefined)) return {};
    touches.touch(ride.id);
    return { byId: { ...byId, [ride.id]: { ...ride, my_quote: quote } } };
  });
}

/** Takes a whole list that was asked for at `mark`. */
function takeOpenRides(rows: readonly RideRequest[], mark: number): void {
  useOpenRides.setState((state) => {
    const fresh = rows.filter((row) => row.status === 'open' && !isClosed(state, row));
    const kept = fresh.map((row) => ({ ...row, my_quote: newerQuote(row.my_quote, state.byId[row.id]?.my_quote) }));
    return { byId: applySnapshot(state.byId, kept, touches.since(mark)) };
  });
}

/** A request's version says nothing of the quote inside it: that has its own. */
function newerQuote(read: Quote | null | undefined, held: Quote | null | undefined): Quote | null {
  if (!held) return read ?? null;
  return read && isNewer(read, held) ? read : held;
}

/** Joins the open requests, of all or of a circle, and takes their snapshot. Rejects with the ApiError. */
export async function watchOpenRides(near: Near | null = null): Promise<void> {
  const mark = touches.mark();
  const { ride_requests } = await send('rides:watch', { near });
  takeOpenRides(ride_requests, mark);
}

/** Reads the open requests by REST. Rejects with the ApiError. */
export async function readOpenRides(near: Near | null = null): Promise<void> {
  const mark = touches.mark();
  const { rows } = await callList(listRides, { query: { limit: 200, ...near } });
  takeOpenRides(rows, mark);
}

/** Leaves the room, where there is a connection to leave it by. */
export function unwatchOpenRides(): void {
  if (getSocket().connected) send('rides:unwatch', {}).catch(() => undefined);
}

/** Newest first. */
export function sortOpenRides(byId: ById<RideRequest>): RideRequest[] {
  return Object.values(byId).sort((a, b) => b.created_at.localeCompare(a.created_at) || b.id.localeCompare(a.id));
}

useSession.subscribe((now, before) => {
  if (now.user?.id === before.user?.id) return;
  touches = createTouches();
  useOpenRides.setState(empty, true);
});
