import type { ServerEvent, ServerPayload } from '@boli/shared/realtime/events';
import { type Held, type Read, stillOpen } from './held';

/** Hands a row of a snapshot to the listeners of an event, as if the event had arrived. */
export type Deliver = <E extends ServerEvent>(event: E, payload: ServerPayload<E>) => void;

/** Whether a row is not on the screen yet (`created`), older there (`updated`), or already there (null). */
function changeOf(rows: ReadonlyMap<string, { version: number }>, row: { id: string; version: number }) {
  const held = rows.get(row.id);
  if (!held) return 'created';
  return held.version < row.version ? 'updated' : null;
}

/** A snapshot of a person's data. */
export interface Snapshot {
  read: Read;
  /**
   * The versions of the ride requests that were on the screen before `read` was read. A later or newer request came by
   * an event, so that its absence from `read` says nothing.
   */
  known: ReadonlyMap<string, number>;
}

/**
 * Brings the screens of a person to the state of a snapshot that was read after the connection was lost, as the app does:
 * each row that is new or newer counts as an event that arrives now.
 */
export function catchUp(held: Held, { read, known }: Snapshot, deliver: Deliver): void {
  for (const ride_request of read.rides) {
    const change = changeOf(held.rides, ride_request);
    if (change) deliver(`ride:${change}`, { ride_request });
  }
  // The list of a driver contains only open requests: a request that it lacks has been closed.
  if (read.earnings)
    for (const [id, { version }] of stillOpen(held, read))
      if (known.get(id) === version) deliver('ride:closed', { ride_request_id: id, version });
  for (const quote of read.quotes) {
    const change = changeOf(held.quotes, quote);
    if (change) deliver(`quote:${change}`, { quote });
  }
  for (const booking of read.bookings) {
    const change = changeOf(held.bookings, booking);
    if (change) deliver(`booking:${change}`, { booking });
  }
  for (const notification of read.notifications)
    if (!held.notifications.has(notification.id)) deliver('notification:created', { notification });
  if (read.earnings) deliver('earnings:updated', { earnings: read.earnings });
}
