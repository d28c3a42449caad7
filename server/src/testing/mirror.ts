import { io, type Socket } from 'socket.io-client';
import { apiAt, type TestPerson } from './app';

/**
 * A row in a client's store. A row without a version only has to exist, except for the earnings, whose sums are
 * compared.
 */
interface Row {
  id: string;
  version?: number;
  [field: string]: unknown;
}
type Kind = 'rides' | 'quotes' | 'bookings' | 'notifications' | 'earnings';
type Held = Record<Kind, Map<string, Row>>;

/**
 * A client that keeps rows as docs/REALTIME.md describes: events and snapshots by version, fresh snapshots when the hub
 * requests them.
 */
export interface Mirror {
  readonly held: Held;
  /** How many times `sync:required` came. */
  syncs(): number;
  /** The differences from a fresh read by REST, as texts. */
  differences(): Promise<string[]>;
  close(): void;
}

const empty = (): Held => ({
  rides: new Map(),
  quotes: new Map(),
  bookings: new Map(),
  notifications: new Map(),
  earnings: new Map(),
});

/** Connects a customer or a driver at `url`; resolves after the first snapshot. */
export async function openMirror(url: string, person: TestPerson, role: 'customer' | 'driver'): Promise<Mirror> {
  const held = empty();
  const touched = new Map<string, number>();
  /**
   * The version at which a request was closed to this driver: a snapshot that was read before may still contain the
   * request.
   */
  const closed = new Map<string, number>();
  let count = 0;
  let syncs = 0;
  const raw: Socket = io(url, { transports: ['websocket'], auth: { token: person.token }, forceNew: true });

  function isOlder(kind: Kind, { id, version }: Row): boolean {
    const known = held[kind].get(id)?.version ?? (kind === 'rides' ? closed.get(id) : undefined);
    return known !== undefined && version !== undefined && version < known;
  }

  function take(kind: Kind, row: Row): void {
    if (isOlder(kind, row)) return;
    held[kind].set(row.id, row);
    count += 1;
    touched.set(`${kind} ${row.id}`, count);
  }

  function close(id: string, version: number): void {
    held.rides.delete(id);
    closed.set(id, version);
  }

  function applySnapshot(read: Held, mark: number): void {
    for (const kind of Object.keys(held) as Kind[]) {
      const since = (id: string) => (touched.get(`${kind} ${id}`) ?? 0) > mark;
      for (const [id, row] of held[kind]) {
        // Quotes are read for open requests only, so stored quotes on other requests are kept.
        const isListed = kind !== 'quotes' || read.rides.get(String(row.ride_request_id))?.status === 'open';
        if (isListed && !read[kind].has(id) && !since(id)) held[kind].delete(id);
      }
      for (const row of read[kind].values()) {
        if (!isOlder(kind, row) && !(row.version === undefined && since(row.id))) held[kind].set(row.id, row);
      }
    }
  }

  async function snapshot(): Promise<void> {
    for (;;) {
      const mark = count;
      try {
        if (role === 'driver') await raw.timeout(5_000).emitWithAck('rides:watch', {});
        applySnapshot(await readAll(url, person, role), mark);
        return;
      } catch {
        if (!raw.connected) return;
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    }
  }

  raw.onAny((event: string, payload: Record<string, Row>) => {
    const { ride_request, quote, booking, notification, earnings } = payload;
    if (event === 'ride:closed') close(String(payload.ride_request_id), Number(payload.version));
    if (ride_request) take('rides', ride_request);
    if (quote) take('quotes', quote);
    if (booking) take('bookings', booking);
    if (notification) take('notifications', notification);
    if (earnings) take('earnings', { ...earnings, id: 'earnings' });
  });
  raw.on('sync:required', () => {
    syncs += 1;
    void snapshot();
  });
  raw.on('connect', () => void snapshot());
  await new Promise<void>((resolve) => raw.once('connect', resolve));
  await snapshot();
  return {
    held,
    syncs: () => syncs,
    async differences() {
      const found = compare(held, await readAll(url, person, role), role);
      if (found.length === 0) return found;
      // Rows that change during the read differ only for that moment, so they are compared again.
      const still = new Set(compare(held, await readAll(url, person, role), role));
      return found.filter((line) => still.has(line));
    },
    close: () => raw.disconnect(),
  };
}

/** Reads by REST everything that the person's screens show. Rejects when one of the reads is refused. */
async function readAll(url: string, { token }: TestPerson, role: 'customer' | 'driver'): Promise<Held> {
  const read = async <T = Row[]>(path: string): Promise<T> => {
    const answer = await apiAt(url).request<T>('GET', path, { token });
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
    return answer.body;
  };
  const all = empty();
  const put = (kind: Kind, rows: Row[]) => {
    for (const row of rows) all[kind].set(row.id, row);
  };
  const rides = await read('/rides/requests?limit=200');
  put('rides', rides);
  put('bookings', await read('/bookings/my?limit=200'));
  put('notifications', (await read<{ notifications: Row[] }>('/notifications?limit=200')).notifications);
  if (role === 'driver') {
    put('quotes', rides.map((ride) => ride.my_quote).filter(isRow));
    put('earnings', [{ ...(await read<Row>('/driver/earnings')), id: 'earnings' }]);
  } else {
    for (const ride of rides) if (ride.status === 'open') put('quotes', await read(`/quotes/ride/${ride.id}`));
  }
  return all;
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && 'id' in value;
}

/**
 * Compares the stored rows with a fresh read: every row that was read has to be stored and equal (`essence`), and a
 * driver's list of open requests must not have others.
 */
function compare(held: Held, read: Held, role: 'customer' | 'driver'): string[] {
  const different: string[] = [];
  for (const kind of Object.keys(read) as Kind[]) {
    for (const [id, row] of read[kind]) {
      const mine = held[kind].get(id);
      const same = mine && (row.version === undefined ? kind !== 'earnings' || isSame(mine, row) : isSame(mine, row));
      if (!same) different.push(`${role} ${kind} ${id}: held ${shown(mine)}, stored ${shown(row)}`);
    }
  }
  if (role === 'driver') {
    for (const [id, row] of held.rides) {
      if (row.status === 'open' && !read.rides.has(id))
        different.push(`driver rides ${id}: held open, not in the list`);
    }
  }
  return different;
}

/**
 * The fields of a row that have to agree. Others may differ: a quote contains the driver's ratings at the time when the
 * quote was sent.
 */
const essence = ({ id, version, status, total_earnings, completed_rides }: Row) =>
  id === 'earnings' ? [total_earnings, completed_rides] : [version, status];
const isSame = (one: Row, other: Row) => JSON.stringify(essence(one)) === JSON.stringify(essence(other));
const shown = (row: Row | undefined) => (row ? JSON.stringify(essence(row)) : 'nothing');
