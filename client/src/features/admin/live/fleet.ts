import type { LiveDriver } from '@boli/shared/admin/admin.schema';
import type { Position } from '@boli/shared/tracking/tracking.schema';
import { onUserChange } from '../../../core/session';
import { createTouchLog } from '../../../core/versioned';

/**
 * The drivers of the board. Up to a thousand of them move each second, so they are not React state: the map and the
 * list read them at their own intervals.
 */
const drivers = new Map<string, LiveDriver>();
const byBooking = new Map<string, string>();
const listeners = new Set<() => void>();
let touches = createTouchLog();

const notifyListeners = () => {
  for (const listener of listeners) listener();
};

function storeDriver(driver: LiveDriver): void {
  const held = drivers.get(driver.driver_id);
  if (held?.booking_id && held.booking_id !== driver.booking_id) byBooking.delete(held.booking_id);
  // A pushed position may be newer than the row, which was read earlier.
  const isOlder = held && held.booking_id === driver.booking_id && held.seen_at > driver.seen_at;
  const place = isOlder ? { lat: held.lat, lng: held.lng, seen_at: held.seen_at } : null;
  drivers.set(driver.driver_id, { ...driver, ...place });
  if (driver.booking_id) byBooking.set(driver.booking_id, driver.driver_id);
}

function removeDriver(id: string): void {
  const held = drivers.get(id);
  if (held?.booking_id) byBooking.delete(held.booking_id);
  drivers.delete(id);
}

/** Applies changed rows and removes the drivers of the ids `gone`. */
export function applyDrivers(rows: readonly LiveDriver[], gone: readonly string[]): void {
  for (const id of gone) {
    touches.touch(id);
    removeDriver(id);
  }
  for (const row of rows) {
    touches.touch(row.driver_id);
    storeDriver(row);
  }
  if (rows.length + gone.length > 0) notifyListeners();
}

/** Applies a snapshot of all drivers; drivers that an event touched since `mark` stay unchanged. */
export function applyFleetSnapshot(rows: readonly LiveDriver[], mark: number): void {
  const since = touches.touchedSince(mark);
  const listed = new Set(rows.map((row) => row.driver_id));
  for (const id of [...drivers.keys()]) if (!listed.has(id) && !since.has(id)) removeDriver(id);
  for (const row of rows) if (!since.has(row.driver_id)) storeDriver(row);
  notifyListeners();
}

/** Marks the moment at which a snapshot is requested, for `applyFleetSnapshot`. */
export const markFleet = (): number => touches.mark();

/** Moves the driver of a booking; a position older than the stored one is ignored. */
export function moveDriver({ booking_id, lat, lng, recorded_at }: Position): void {
  const id = byBooking.get(booking_id);
  const held = id === undefined ? undefined : drivers.get(id);
  if (!id || !held || held.seen_at > recorded_at) return;
  drivers.set(id, { ...held, lat, lng, seen_at: recorded_at });
  notifyListeners();
}

/** The current drivers by id. The map is shared and changes in place. */
export function readFleet(): ReadonlyMap<string, LiveDriver> {
  return drivers;
}

/** Calls `listener` after each change. Returns a dispose function. */
export function subscribeFleet(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Removes all drivers and the record of their events. */
export function clearFleet(): void {
  drivers.clear();
  byBooking.clear();
  touches = createTouchLog();
  notifyListeners();
}

onUserChange(clearFleet);
