import type { ServerPayload } from '@boli/shared/realtime/events';
import type { Quote } from '@boli/shared/rides/quotes.schema';
import { listRides, readRide } from '@boli/shared/rides/rides.endpoints';
import type { Near, RideRequest } from '@boli/shared/rides/rides.schema';
import { ApiError, call, callList } from '../../core/api';
import { logged } from '../../core/log';
import type { Proof } from '../../core/lost-reply';
import { createMirror, type MirrorState } from '../../core/mirror';
import { formatMoney } from '../../core/money';
import { PAGE_ROWS } from '../../core/pages';
import type { PendingRead } from '../../core/read-guard';
import { onUserChange } from '../../core/session';
import { getSocket, send } from '../../core/socket';
import { errorText, t } from '../../core/t';
import { toast } from '../../core/toast';
import { type ById, isNewer } from '../../core/versioned';

/** A request in a driver's list. */
export interface OpenRide extends RideRequest {
  /** When the minutes to its pickup were read, in milliseconds since the epoch. */
  minutesAt?: number;
}

/** Open requests only, each with the driver's own quote if there is one. */
interface OpenRidesState extends MirrorState<OpenRide> {
  /** The number of open requests on the server that are older than the loaded ones. */
  beyond: number;
  /** The `created_at` of the oldest loaded request, from which the next page is read; null if there is none. */
  oldest: string | null;
  /** The driver's own quotes by request: a reopened request shows its quote immediately. */
  quotes: Readonly<Record<string, Quote>>;
  /** The server's text that says why this driver may not see requests; null while the driver may. */
  refusal: string | null;
}

const open = createMirror<OpenRide, OpenRidesState>({
  byId: {},
  beyond: 0,
  oldest: null,
  quotes: {},
  refusal: null,
});

/** The requests that a driver may quote on. */
export const useOpenRides = open.use;

/** The shown circle and the number of its loaded pages: a reload reads that many pages. */
let shown = { circle: '', pages: 1 };

/** Applies a pushed request; one that is no longer open is removed. */
export function upsertOpenRide(ride: RideRequest): void {
  if (ride.status !== 'open') return void open.remove(ride);
  const { byId, oldest, quotes } = useOpenRides.getState();
  // A request older than the loaded pages is shown once its page is loaded: if it were shown now, the requests between
  // it and the loaded pages would be missing.
  if (oldest !== null && ride.created_at < oldest && !(ride.id in byId)) return void open.touch(ride.id);
  const my_quote = newerQuote(ride.my_quote, quotes[ride.id]);
  open.upsert({ ...withMinutes(ride, byId[ride.id]), my_quote }, { quotes: withQuote(quotes, my_quote) });
}

/**
 * Keeps the known minutes to the pickup. A push lacks them: it is sent to all drivers, and the minutes differ by
 * driver.
 */
function withMinutes(ride: RideRequest, held: OpenRide | undefined): OpenRide {
  if (ride.to_pickup_min !== undefined) return { ...ride, minutesAt: Date.now() };
  if (held?.minutesAt === undefined) return ride;
  const { to_pickup_min, to_pickup_km, to_pickup_source, minutesAt } = held;
  return { ...ride, to_pickup_min, to_pickup_km, to_pickup_source, minutesAt };
}

/**
 * Removes a request that is no longer open. If the driver had an active quote, a toast says once that it was not
 * chosen: the event does not say whether another quote was chosen or the request ended.
 */
export function closeOpenRide({ ride_request_id: id, version }: ServerPayload<'ride:closed'>): void {
  const held = useOpenRides.getState().byId[id];
  if (!open.remove({ id, version })) return;
  if (held?.my_quote && held.my_quote.status === 'active') {
    toast.info(t('rides.quote_not_chosen', { price: formatMoney(held.my_quote.price) }));
  }
}

function withQuote(quotes: OpenRidesState['quotes'], quote: Quote | null): OpenRidesState['quotes'] {
  return quote ? { ...quotes, [quote.ride_request_id]: quote } : quotes;
}

/** Applies the driver's own quote, from a reply or a push, to its request, loaded or not. */
export function upsertMyQuote(quote: Quote): void {
  const { byId, quotes } = useOpenRides.getState();
  if (!isNewer(quote, quotes[quote.ride_request_id])) return;
  const ride = byId[quote.ride_request_id];
  const also = { quotes: withQuote(quotes, quote) };
  if (ride) open.upsert({ ...ride, my_quote: quote }, also);
  else useOpenRides.setState(also);
}

/** The read rows, newest first, and the number of older ones on the server. */
interface ReadRows {
  rows: readonly RideRequest[];
  beyond: number;
}
type ReadPage = (before: string | undefined, skipped: number) => Promise<ReadRows>;

/**
 * The proof that the driver's own quote on a request was changed: it is newer than the quote that was stored at the
 * call, and `isDone` is true for it.
 */
export function ownQuoteProof(rideId: string, isDone: (quote: Quote) => boolean): Proof<Quote> {
  const before = useOpenRides.getState().quotes[rideId];
  return {
    find: () => {
      const quote = useOpenRides.getState().quotes[rideId];
      return quote && quote !== before && isNewer(quote, before) && isDone(quote) ? quote : undefined;
    },
    subscribe: useOpenRides.subscribe,
    read: async () => {
      const { my_quote } = await call(readRide, { params: { id: rideId } });
      if (my_quote) upsertMyQuote(my_quote);
    },
  };
}

/**
 * Reads as many pages as are shown, or only the first page if the circle is another one. A 403 is stored as the reason
 * for an empty list.
 */
async function readShown(near: Near | null, page: ReadPage): Promise<void> {
  const circle = JSON.stringify(near);
  if (shown.circle !== circle) shown = { circle, pages: 1 };
  const load = async () => {
    let read = await page(undefined, 0);
    for (let pages = 1; pages < shown.pages && read.beyond > 0; pages++) {
      const next = await page(read.rows.at(-1)?.created_at, read.rows.length);
      read = { rows: [...read.rows, ...next.rows], beyond: next.beyond };
    }
    return read;
  };
  await open.read({ load, apply: applyOpenRides, onError: applyRefusal }).catch((error) => {
    if (!isRefusal(error)) throw error;
  });
}

/**
 * The read rows that are still open, each with the newest version of its quote; and the new values of the store's other
 * fields.
 */
function mergeRead({ rows, beyond }: ReadRows) {
  const state = useOpenRides.getState();
  const minutesAt = Date.now();
  const kept = rows
    .filter((row) => row.status === 'open')
    .map((row) => ({ ...row, my_quote: newerQuote(row.my_quote, state.quotes[row.id]), minutesAt }));
  const quotes = kept.reduce((held, { my_quote }) => withQuote(held, my_quote), state.quotes);
  const oldest = beyond > 0 ? (rows.at(-1)?.created_at ?? state.oldest) : null;
  return { kept, also: { beyond, oldest, quotes, refusal: null } };
}

/** Applies a complete read: it replaces the stored rows, except those that an event touched after the read began. */
function applyOpenRides(read: ReadRows, pending: PendingRead): void {
  const { kept, also } = mergeRead(read);
  open.snapshot(kept, pending, { also });
}

const isRefusal = (error: unknown) => error instanceof ApiError && error.status === 403;

function applyRefusal(error: unknown): void {
  if (!isRefusal(error)) return;
  useOpenRides.setState({ byId: {}, beyond: 0, oldest: null, refusal: errorText(error, 'common.forbidden') });
}

/** The newer of two quotes by their own versions, which are independent of the version of the request. */
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

/**
 * Joins the room of all open requests or of a circle, and loads its snapshot. Rejects with the ApiError, except a 403.
 */
export async function watchOpenRides(near: Near | null = null): Promise<void> {
  await readShown(near, pageBySocket(near));
}

/** Reads the open requests by REST. Rejects with the ApiError, except a 403. */
export async function readOpenRides(near: Near | null = null): Promise<void> {
  await readShown(near, pageByRest(near));
}

/** Reads the next page of older requests. Rejects with the ApiError. */
export async function readMoreOpenRides(near: Near | null = null): Promise<void> {
  const { oldest, byId } = useOpenRides.getState();
  if (oldest === null) return;
  const page = getSocket().connected ? pageBySocket(near) : pageByRest(near);
  const shownBefore = shown;
  await open.read({
    load: () => page(oldest, Object.keys(byId).length),
    apply: (read) => {
      // Another circle was chosen meanwhile.
      if (shown !== shownBefore) return;
      shown.pages += 1;
      const { kept, also } = mergeRead(read);
      open.page(kept, also);
    },
    scope: 'more',
  });
}

/** Leaves the room, if connected. */
export function unwatchOpenRides(): void {
  if (getSocket().connected) send('rides:unwatch', {}).catch(logged('leaving the open requests'));
}

/** Newest first. */
export function sortOpenRides(byId: ById<OpenRide>): OpenRide[] {
  return Object.values(byId).sort((a, b) => b.created_at.localeCompare(a.created_at) || b.id.localeCompare(a.id));
}

function resetShown(): void {
  shown = { circle: '', pages: 1 };
}

onUserChange(resetShown);
