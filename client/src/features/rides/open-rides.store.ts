import type { ServerPayload } from '@boli/shared/realtime/events';
import type { Quote } from '@boli/shared/rides/quotes.schema';
import { listRides } from '@boli/shared/rides/rides.endpoints';
import type { Near, RideRequest } from '@boli/shared/rides/rides.schema';
import { create } from 'zustand';
import { ApiError, callList } from '../../core/api';
import { formatMoney } from '../../core/money';
import { PAGE_ROWS } from '../../core/pages';
import { useSession } from '../../core/session';
import { getSocket, send } from '../../core/socket';
import { errorText, t } from '../../core/t';
import { toast } from '../../core/toast';
import {
  applySnapshot,
  type ById,
  createClosedVersions,
  createTouches,
  isNewer,
  removeRow,
  upsertRow,
} from '../../core/versioned';

interface OpenRidesState {
  /** Open requests only, each with the driver's own quote where it has one. */
  byId: ById<RideRequest>;
  /** How many older ones the server holds beyond those that were read, and the time that these begin before. */
  beyond: number;
  oldest: string | null;
  /** The driver's own quotes by request: one that opens again shows its quote at once. */
  quotes: Readonly<Record<string, Quote>>;
  /** Why this driver may not see requests, in the server's words; null while it may. */
  refusal: string | null;
}

const empty: OpenRidesState = { byId: {}, beyond: 0, oldest: null, quotes: {}, refusal: null };

/** The requests a driver may bid on. */
export const useOpenRides = create<OpenRidesState>(() => empty);

let touches = createTouches();
/** The versions at which requests left the list: an older event must not bring one back. */
let closed = createClosedVersions();

/** How many pages are shown, and of which circle: a fresh reading takes as many. */
let shown = { circle: '', pages: 1 };

/** Takes one request from a push; one that is no longer open leaves the list. */
export function upsertOpenRide(ride: RideRequest): void {
  touches.touch(ride.id);
  useOpenRides.setState((state) => {
    if (closed.has(ride) || !isNewer(ride, state.byId[ride.id])) return state;
    if (ride.status !== 'open') return without(state, ride.id, ride.version);
    // What is older than the pages read so far comes with its page: shown before, it would hide a gap.
    if (state.oldest !== null && ride.created_at < state.oldest && !(ride.id in state.byId)) return state;
    const my_quote = newerQuote(ride.my_quote, state.quotes[ride.id]);
    return { byId: upsertRow(state.byId, { ...ride, my_quote }), quotes: withQuote(state.quotes, my_quote) };
  });
}

/**
 * A request is open to this driver no more; what it was goes with it. A quote of its own that was still good is said to
 * be over, once: the event does not say whether another was chosen or the request ended.
 */
export function closeOpenRide({ ride_request_id: id, version }: ServerPayload<'ride:closed'>): void {
  touches.touch(id);
  const held = useOpenRides.getState().byId[id];
  if (held && held.version > version) return;
  useOpenRides.setState((state) => without(state, id, version));
  if (held?.my_quote && held.my_quote.status !== 'withdrawn') {
    toast.info(t('rides.quote_not_chosen', { price: formatMoney(held.my_quote.price) }));
  }
}

function without({ byId }: OpenRidesState, id: string, version: number): Partial<OpenRidesState> {
  closed.add({ id, version });
  return { byId: removeRow(byId, id) };
}

function withQuote(quotes: OpenRidesState['quotes'], quote: Quote | null): OpenRidesState['quotes'] {
  return quote ? { ...quotes, [quote.ride_request_id]: quote } : quotes;
}

/** Takes the driver's own quote, from a reply or a push, into its request, there or to come. */
export function upsertMyQuote(quote: Quote): void {
  useOpenRides.setState(({ byId, quotes }) => {
    const ride = byId[quote.ride_request_id];
    if (!isNewer(quote, quotes[quote.ride_request_id])) return {};
    if (!ride) return { quotes: withQuote(quotes, quote) };
    touches.touch(ride.id);
    return { byId: { ...byId, [ride.id]: { ...ride, my_quote: quote } }, quotes: withQuote(quotes, quote) };
  });
}

/** Rows that were read, newest first, and how many the list has beyond them. */
interface Read {
  rows: readonly RideRequest[];
  beyond: number;
}
type ReadPage = (before: string | undefined, skipped: number) => Promise<Read>;

/** Reads as many pages as are shown; of another circle the first. */
async function readShown(near: Near | null, page: ReadPage): Promise<void> {
  const circle = JSON.stringify(near);
  if (shown.circle !== circle) shown = { circle, pages: 1 };
  const mark = touches.mark();
  let read = await page(undefined, 0);
  for (let pages = 1; pages < shown.pages && read.beyond > 0; pages++) {
    const next = await page(read.rows.at(-1)?.created_at, read.rows.length);
    read = { rows: [...read.rows, ...next.rows], beyond: next.beyond };
  }
  // A reading asked for earlier that comes later says less.
  if (touches.takes(mark)) takeOpenRides(read, touches.since(mark));
}

/** Takes what was read: it replaces what is held, but for rows that were `touched` meanwhile. */
function takeOpenRides({ rows, beyond }: Read, touched: ReadonlySet<string>): void {
  useOpenRides.setState((state) => {
    const fresh = rows.filter((row) => row.status === 'open' && !closed.has(row));
    const kept = fresh.map((row) => ({ ...row, my_quote: newerQuote(row.my_quote, state.quotes[row.id]) }));
    const quotes = kept.reduce((held, { my_quote }) => withQuote(held, my_quote), state.quotes);
    const oldest = beyond > 0 ? (rows.at(-1)?.created_at ?? state.oldest) : null;
    return { byId: applySnapshot(state.byId, kept, touched), beyond, oldest, quotes, refusal: null };
  });
}

/** Takes a 403 as the reason why there is no list. Rejects with every other failure. */
function takeRefusal(error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 403) throw error;
  useOpenRides.setState({ byId: {}, beyond: 0, oldest: null, refusal: errorText(error, 'common.forbidden') });
}

/** A request's version says nothing of the quote inside it: that has its own. */
function newerQuote(read: Quote | null | undefined, held: Quote | null | undefined): Quote | null {
  if (!held) return read ?? null;
  return read && isNewer(read, held) ? read : held;
}

const pageBySocket =
  (near: Near | null): ReadPage =>
  async (before, skipped) => {
    const { ride_requests: rows, total, more } = await send('rides:watch', { near, before });
    return { rows, beyond: more ? Math.max(1, total - skipped - rows.length) : 0 };
  };
const pageByRest =
  (near: Near | null): ReadPage =>
  async (before, skipped) => {
    const { rows, total } = await callList(listRides, { query: { limit: PAGE_ROWS, before, ...near } });
    return { rows, beyond: rows.length === 0 ? 0 : Math.max(0, total - skipped - rows.length) };
  };

/** Joins the open requests, of all or of a circle, and takes their snapshot. Rejects with the ApiError, but for a 403. */
export async function watchOpenRides(near: Near | null = null): Promise<void> {
  await readShown(near, pageBySocket(near)).catch(takeRefusal);
}

/** Reads the open requests by REST. Rejects with the ApiError, but for a 403. */
export async function readOpenRides(near: Near | null = null): Promise<void> {
  await readShown(near, pageByRest(near)).catch(takeRefusal);
}

/** Reads the next page of older requests. Rejects with the ApiError. */
export async function readMoreOpenRides(near: Near | null = null): Promise<void> {
  const { oldest, byId } = useOpenRides.getState();
  if (oldest === null) return;
  const mark = touches.mark();
  const page = getSocket().connected ? pageBySocket(near) : pageByRest(near);
  const read = await page(oldest, Object.keys(byId).length);
  shown.pages += 1;
  takeOpenRides(read, new Set([...Object.keys(useOpenRides.getState().byId), ...touches.since(mark)]));
}

/** Leaves the room, where there is a connection to leave it by. */
export function unwatchOpenRides(): void {
  if (getSocket().connected) send('rides:unwatch', {}).catch(() => undefined);
}

/** Newest first. */
export function sortOpenRides(byId: ById<RideRequest>): RideRequest[] {
  return Object.values(byId).sort((a, b) => b.created_at.localeCompare(a.created_at) || b.id.localeCompare(a.id));
}

/** Forgets everything: what was held is another person's, or nobody's. */
export function clearOpenRides(): void {
  touches = createTouches();
  closed = createClosedVersions();
  shown = { circle: '', pages: 1 };
  useOpenRides.setState(empty, true);
}

useSession.subscribe((now, before) => {
  if (now.user?.id !== before.user?.id) clearOpenRides();
});
