import type { Booking } from '@boli/shared/bookings/bookings.schema';
import type { Position } from '@boli/shared/tracking/tracking.schema';
import { useCallback, useSyncExternalStore } from 'react';
import { onOtherPerson } from '../../core/session';

/** A driver's position as this screen knows it; `seenAt` is the reader's own clock, so that an age needs no agreement of clocks. */
interface SeenPosition extends Position {
  readonly seenAt: number;
}

type Listener = (position: SeenPosition) => void;

const held = new Map<string, SeenPosition>();
const listeners = new Map<string, Set<Listener>>();

function take(position: Position, seenAt: number): boolean {
  const before = held.get(position.booking_id);
  if (before && position.seq <= before.seq) return false;
  const seen = { ...position, seenAt };
  held.set(position.booking_id, seen);
  for (const listener of listeners.get(position.booking_id) ?? []) listener(seen);
  return true;
}

/**
 * Takes a pushed position. The highest `seq` wins: what arrives late is dropped.
 * @returns whether it was taken.
 */
export function onPosition(position: Position, now = Date.now()): boolean {
  return take(position, now);
}

/** Takes the last position of a snapshot: its age counts from when it was recorded, not from when it was read. */
export function onLastPosition(position: Position, now = Date.now()): boolean {
  return take(position, Math.min(now, Date.parse(position.recorded_at)));
}

/**
 * Takes the position that stands in a booking read by REST, which carries no `seq`: it wins only when recorded after the
 * one held, and never stands in the way of a pushed one.
 */
export function onReadPosition(booking: Booking, now = Date.now()): boolean {
  const { driver_lat: lat, driver_lng: lng, driver_location_at: recorded_at } = booking;
  if (lat === null || lng === null || recorded_at === null) return false;
  const before = held.get(booking.id);
  if (before && Date.parse(recorded_at) <= Date.parse(before.recorded_at)) return false;
  const seq = before ? before.seq + 1 : 0;
  return onLastPosition({ booking_id: booking.id, lat, lng, heading: null, speed: null, recorded_at, seq }, now);
}

/** The last position of a booking that was taken; null for none. */
export function lastPosition(bookingId: string): SeenPosition | null {
  return held.get(bookingId) ?? null;
}

/** Calls `listener` with every position of this booking that is taken from now on. Returns the way out. */
export function followPosition(bookingId: string, listener: Listener): () => void {
  const group = listeners.get(bookingId) ?? new Set<Listener>();
  listeners.set(bookingId, group.add(listener));
  return () => {
    group.delete(listener);
    if (group.size === 0) listeners.delete(bookingId);
  };
}

/** The last position of a booking; renders on each new one. */
export function usePosition(bookingId: string): SeenPosition | null {
  const subscribe = useCallback((changed: () => void) => followPosition(bookingId, changed), [bookingId]);
  return useSyncExternalStore(subscribe, () => lastPosition(bookingId));
}

/** Forgets every position: another account must not see them. */
export function forgetPositions(): void {
  held.clear();
}

onOtherPerson(forgetPositions);
