import type { LiveDriver } from '@boli/shared/admin/admin.schema';
import type { Position } from '@boli/shared/tracking/tracking.schema';
import { onOtherPerson } from '../../../core/session';
import { createTouches } from '../../../core/versioned';

/**
 * The drivers of the board. They move a thousand a second, so they are no React state: the map and the list read them
 * when it is their turn.
 */
const drivers = new Map<string, LiveDriver>();
const byBooking = new Map<string, string>();
const listeners = new Set<() => void>();
let touches = createTouches();

const tell = () => {
  for (const heard of listeners) heard();
};

function keep(driver: LiveDriver): void {
  const held = drivers.get(driver.driver_id);
  if (held?.booking_id && held.booking_id !== driver.booking_id) byBooking.delete(held.booking_id);
  // A ride's own position may have been here before the row that was read a little earlier.
  const isOlder = held && held.booking_id === driver.booking_id && held.seen_at > driver.seen_at;
  const place = isOlder ? { lat: held.lat, lng: held.lng, seen_at: held.seen_at } : null;
  drivers.set(driver.driver_id, { ...driver, ...place });
  if (driver.booking_id) byBooking.set(driver.booking_id, driver.driver_id);
}

function drop(id: string): void {
  const held = drivers.get(id);
  if (held?.booking_id) byBooking.delete(held.booking_id);
  drivers.delete(id);
}

/** Takes changed rows and the ids of drivers who left. */
export function takeDrivers(rows: readonly LiveDriver[], gone: readonly string[]): void {
  for (const id of gone) {
    touches.touch(id);
    drop(id);
  }
  for (const row of rows) {
    touches.touch(row.driver_id);
    keep(row);
  }
  if (rows.length + gone.length > 0) tell();
}

/** Takes all drivers as read; what an event touched since `mark` stays as the event left it. */
export function takeFleet(rows: readonly LiveDriver[], mark: number): void {
  const since = touches.since(mark);
  const listed = new Set(rows.map((row) => row.driver_id));
  for (const id of [...drivers.keys()]) if (!listed.has(id) && !since.has(id)) drop(id);
  for (const row of rows) if (!since.has(row.driver_id)) keep(row);
  tell();
}

/** The moment at which a snapshot is asked for. */
export const markFleet = (): number => touches.mark();

/** Moves the driver of a booking; an older fix than the one held is dropped. */
export function moveDriver({ booking_id, lat, lng, recorded_at }: Position): void {
  const id = byBooking.get(booking_id);
  const held = id === undefined ? undefined : drivers.get(id);
  if (!id || !held || held.seen_at > recorded_at) return;
  drivers.set(id, { ...held, lat, lng, seen_at: recorded_at });
  tell();
}

/** The drivers as they are now, by id: one map for all readers, not to be kept. */
export function readFleet(): ReadonlyMap<string, LiveDriver> {
  return drivers;
}

/** Calls `heard` after each change, until the returned function is called. */
export function onFleet(heard: () => void): () => void {
  listeners.add(heard);
  return () => listeners.delete(heard);
}

/** Forgets all drivers, and what was told of them. */
export function clearFleet(): void {
  drivers.clear();
  byBooking.clear();
  touches = createTouches();
  tell();
}

onOtherPerson(clearFleet);
