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

/** Applies the eta of a booking from any source; one of an earlier position is dropped. */
export function applyEta(bookingId: string, eta: Eta | null): void {
  if (!eta) return;
  useArrivals.setState(({ etas }) => {
    const held = etas[bookingId];
    return held && Date.parse(held.at) > Date.parse(eta.at) ? {} : { etas: { ...etas, [bookingId]: eta } };
  });
}

/** Applies the route of a driver with its eta; one of an earlier version is dropped. */
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

/** Whether an eta for the current destination was ever known: the map then stays, even while none is known. */
export function useIsComing(booking: Booking): boolean {
  return useArrivals(({ etas }) => etas[booking.id]?.to === endOf(booking));
}

/** The encoded route of a booking's driver; null where no road is known. */
export function useWay(booking: Booking): string | null {
  const way = useArrivals(({ ways }) => ways[booking.id]);
  return way && way.to === endOf(booking) ? way.shape : null;
}
