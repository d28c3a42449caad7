import type { ArrivalRoute, Eta, LegEnd } from '@boli/shared/arrival/arrival.schema';
import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { estimatedRoadKm } from '@boli/shared/core/distance';
import type { Position } from '@boli/shared/tracking/tracking.schema';
import { create } from 'zustand';
import { onUserChange } from '../../core/session';
import { usePositionAge } from './PositionAge';
import { usePosition } from './positions';

/** The route of a driver; `version` orders the routes of a booking. */
type Way = Pick<ArrivalRoute, 'version' | 'to' | 'shape'>;

interface Arrivals {
  readonly etas: Readonly<Record<string, Eta>>;
  readonly ways: Readonly<Record<string, Way>>;
}

const useArrivals = create<Arrivals>(() => ({ etas: {}, ways: {} }));

/** Applies the eta of a booking from any source, unless the stored eta was computed from a newer position. */
export function applyEta(bookingId: string, eta: Eta | null): void {
  if (!eta) return;
  useArrivals.setState(({ etas }) => {
    const held = etas[bookingId];
    return held && Date.parse(held.at) > Date.parse(eta.at) ? {} : { etas: { ...etas, [bookingId]: eta } };
  });
}

/** The last eta of a booking from any source, however old; null for none. */
export const lastEta = (bookingId: string): Eta | null => useArrivals.getState().etas[bookingId] ?? null;

/** Applies the route of a driver with its eta; a route of a lower version than the stored one is dropped. */
export function applyRoute({ booking_id: id, version, to, shape, eta }: ArrivalRoute): void {
  applyEta(id, eta);
  useArrivals.setState(({ ways }) => {
    const held = ways[id];
    return held && held.version > version ? {} : { ways: { ...ways, [id]: { version, to, shape } } };
  });
}

onUserChange(() => useArrivals.setState({ etas: {}, ways: {} }));

/** The destination of a booking's driver; null unless the booking is accepted or in progress. */
function endOf({ status }: Booking): LegEnd | null {
  if (status === 'accepted') return 'pickup';
  return status === 'in_progress' ? 'drop' : null;
}

/** The eta of a booking's driver; null if it is unknown or the driver's last position is older than 30 seconds. */
export function useEta(booking: Booking): Eta | null {
  const eta = useArrivals(({ etas }) => etas[booking.id]);
  const { words, stale } = usePositionAge(booking.id);
  return eta && eta.to === endOf(booking) && words !== null && !stale ? eta : null;
}

/** An eta as it is shown; `isOld` if the driver's last position is older than 30 seconds. */
export interface KnownEta {
  eta: Eta;
  isOld: boolean;
}

/**
 * The eta of a ride in progress, estimated from its driver's last position and the average speed on its road; null if
 * the road is not known. Used for an old position, for which the server has no eta.
 */
function estimateFrom(position: Position, { status, road, drop_lat, drop_lng }: Booking): Eta | null {
  if (status !== 'in_progress' || !road || road.distance_km <= 0) return null;
  const km = estimatedRoadKm(position, { lat: drop_lat, lng: drop_lng });
  const seconds = Math.round((km * road.duration_min * 60) / road.distance_km);
  return { to: 'drop', seconds, distance_m: Math.round(km * 1_000), at: position.recorded_at, source: 'estimate' };
}

/**
 * The last eta of a booking's driver to the present destination, however old; else, for a ride in progress, an estimate
 * from an old position. Null if neither is known.
 */
export function useLastEta(booking: Booking): KnownEta | null {
  const held = useArrivals(({ etas }) => etas[booking.id]);
  const position = usePosition(booking.id);
  const { stale } = usePositionAge(booking.id);
  if (!position) return null;
  const known = held && held.to === endOf(booking) ? held : null;
  const eta = known ?? (stale ? estimateFrom(position, booking) : null);
  return eta && { eta, isOld: stale };
}

/** The encoded route of a booking's driver to the present destination; null if no road is known. */
export function useWay(booking: Booking | undefined): string | null {
  const way = useArrivals(({ ways }) => booking && ways[booking.id]);
  return booking && way && way.to === endOf(booking) ? way.shape : null;
}
