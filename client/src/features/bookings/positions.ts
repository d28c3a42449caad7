import type { Booking } from '@boli/shared/bookings/bookings.schema';
import type { Position } from '@boli/shared/tracking/tracking.schema';
import { useCallback, useSyncExternalStore } from 'react';
import { onUserChange } from '../../core/session';

/**
 * A driver's position. `seenAt` (epoch ms): for a pushed one the time of its arrival by this device's clock, which
 * clock skew cannot affect; for a stored one the server's `recorded_at`, but never later than now.
 */
interface SeenPosition extends Position {
  readonly seenAt: number;
}

type Listener = (position: SeenPosition) => void;

const held = new Map<string, SeenPosition>();
const listeners = new Map<string, Set<Listener>>();

function storePosition(position: Position, seenAt: number): boolean {
  const before = held.get(position.booking_id);
  if (before && position.seq <= before.seq) return false;
  const seen = { ...position, seenAt };
  held.set(position.booking_id, seen);
  for (const listener of listeners.get(position.booking_id) ?? []) listener(seen);
  return true;
}

/**
 * Applies a pushed position. The highest `seq` wins: late positions are dropped.
 * @returns whether it was applied.
 */
export function applyPushedPosition(position: Position, now = Date.now()): boolean {
  return storePosition(position, now);
}

/** Applies a position that the server had stored: its age is counted from when it was recorded, not from now. */
export function applyLastPosition(position: Position, now = Date.now()): boolean {
  return storePosition(position, Math.min(now, Date.parse(position.recorded_at)));
}

/**
 * Applies the position in a booking that was read by HTTP. Such a position has no `seq`: it replaces the stored one
 * only if it was recorded later, and gets the next `seq`, so that no newer pushed position is dropped.
 */
export function applyBookingPosition(booking: Booking, now = Date.now()): boolean {
  const { driver_lat: lat, driver_lng: lng, driver_location_at: recorded_at } = booking;
  if (lat === null || lng === null || recorded_at === null) return false;
  const before = held.get(booking.id);
  if (before && Date.parse(recorded_at) <= Date.parse(before.recorded_at)) return false;
  const seq = before ? before.seq + 1 : 0;
  return applyLastPosition({ booking_id: booking.id, lat, lng, heading: null, speed: null, recorded_at, seq }, now);
}

/** The last position of a booking; null for none. */
export function lastPosition(bookingId: string): SeenPosition | null {
  return held.get(bookingId) ?? null;
}

/** Calls `listener` with each new position of this booking. Returns a dispose function. */
export function subscribePosition(bookingId: string, listener: Listener): () => void {
  const group = listeners.get(bookingId) ?? new Set<Listener>();
  listeners.set(bookingId, group.add(listener));
  return () => {
    group.delete(listener);
    if (group.size === 0) listeners.delete(bookingId);
  };
}

/** The last position of a booking; renders on each new one. */
export function usePosition(bookingId: string): SeenPosition | null {
  const subscribe = useCallback((changed: () => void) => subscribePosition(bookingId, changed), [bookingId]);
  return useSyncExternalStore(subscribe, () => lastPosition(bookingId));
}

/** Deletes all positions: the next user of this page must not see them. */
export function forgetPositions(): void {
  held.clear();
}

onUserChange(forgetPositions);
