import type { ArrivalRoute, Eta, LegEnd } from '@boli/shared/arrival/arrival.schema';
import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { create } from 'zustand';
import { onUserChange } from '../../core/session';
import { usePositionAge } from './PositionAge';

/** The route of a driver; `version` orders the routes of a booking. */
type Way = Pick<ArrivalRoute, 'version' | 'to' | 'shape'>;

interface Arrivals {
  readonly etas: Readonly<Record<string, Eta>>;
  readonly ways: Readonly<Record<string, Way>>;
}

const useArrivals = create<Arrivals>(() => ({ etas: {}, ways: {} }));

/** Applies the eta of a booking from any source; an eta of an earlier position than the held one is dropped. */
export function applyEta(bookingId: string, eta: Eta | null): void {
  if (!eta) return;
  useArrivals.setState(({ etas }) => {
    const held = etas[bookingId];
    return held && Date.parse(held.at) > Date.parse(eta.at) ? {} : { etas: { ...etas, [bookingId]: eta } };
  });
}

/** Applies the route of a driver with its eta; a route of a lower version than the held one is dropped. */
export function applyRoute({ booking_id: id, version, to, shape, eta }: ArrivalRoute): void {
  applyEta(id, eta);
  useArrivals.setState(({ ways }) => {
    const held = ways[id];
    return held && held.version > version ? {} : { ways: { ...ways, [id]: { version, to, shape } } };
  });
}

onUserChange(() => useArrivals.setState({ etas: {}, ways: {} }));

/** The destination of a booking's driver; null while there is none. */
function endOf({ status }: Booking): LegEnd | null {
  if (status === 'accepted') return 'pickup';
  return status === 'in_progress' ? 'drop' : null;
}

/** The eta of a booking's driver; null where it is unknown or its position is too old. */
export function useEta(booking: Booking): Eta | null {
  const eta = useArrivals(({ etas }) => etas[booking.id]);
  const { words, stale } = usePositionAge(booking.id);
  return eta && eta.to === endOf(booking) && words !== null && !stale ? eta : null;
}

/** An eta as it is shown; `isOld` where it is from a position of more than 30 seconds ago. */
export interface KnownEta {
  eta: Eta;
  isOld: boolean;
}

/** The last eta of a booking's driver to where it is going now, however old; null where none is known. */
export function useLastEta(booking: Booking): KnownEta | null {
  const eta = useArrivals(({ etas }) => etas[booking.id]);
  const { words, stale } = usePositionAge(booking.id);
  return eta && eta.to === endOf(booking) && words !== null ? { eta, isOld: stale } : null;
}

/** The encoded route of a booking's driver; null where no road is known. */
export function useWay(booking: Booking | undefined): string | null {
  const way = useArrivals(({ ways }) => booking && ways[booking.id]);
  return booking && way && way.to === endOf(booking) ? way.shape : null;
}
