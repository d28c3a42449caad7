/** Whether an event is new, equals the last event about the same row, or is older than an event that has arrived. */
export type Arrival = 'new' | 'doubled' | 'out of order';

/** The number of rows whose last event is remembered. Few are enough, because an event is doubled within a short time. */
const REMEMBERED = 32;

interface Row {
  key: string;
  /** Rises with each change of the row. */
  version: number;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function rowIn(id: unknown, version: unknown): Row | null {
  return typeof id === 'string' && typeof version === 'number' ? { key: id, version } : null;
}

/** The row that an event is about; null if it has no version. A position is a row whose version is its `seq`. */
function rowOf(payload: unknown): Row | null {
  if (!isRecord(payload)) return null;
  const row = payload.ride_request ?? payload.quote ?? payload.booking;
  if (isRecord(row)) return rowIn(row.id, row.version);
  if ('seq' in payload) return rowIn(`position ${String(payload.booking_id)}`, payload.seq);
  return rowIn(payload.ride_request_id, payload.version);
}

/** Tells for each event of one connection how it arrives. */
export function watchOrder(): (event: string, payload: unknown) => Arrival {
  const newest = new Map<string, number>();
  const last = new Map<string, string>();
  return (event, payload) => {
    const row = rowOf(payload);
    if (!row) return 'new';
    const text = event + JSON.stringify(payload);
    const before = last.get(row.key);
    last.delete(row.key);
    last.set(row.key, text);
    for (const oldest of last.keys()) {
      if (last.size <= REMEMBERED) break;
      last.delete(oldest);
    }
    if (row.version < (newest.get(row.key) ?? row.version)) return 'out of order';
    newest.set(row.key, row.version);
    return text === before ? 'doubled' : 'new';
  };
}
