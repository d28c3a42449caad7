import type { ArrivalRoute, Eta, LegEnd } from '@boli/shared/arrival/arrival.schema';
import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { create } from 'zustand';
import { onUserChange } from '../../core/session';
import { usePositionAge } from './PositionAge';

/** The way on which a driver comes; `version` orders those of a booking. */
type Way = Pick<ArrivalRoute, 'version' | 'to' | 'shape'>;

interface Arrivals {
  readonly etas: Readonly<Record<string, Eta>>;
  readonly ways: Readonly<Record<string, Way>>;
}

const useArrivals = create<Arrivals>(() => ({ etas: {}, ways: {} }));

/** Applies the minutes of a booking from any source; those of an earlier position are dropped. */
export function applyEta(bookingId: string, eta: Eta | null): void {
  if (!eta) return;
  useArrivals.setState(({ etas }) => {
    const held = etas[bookingId];
    return held && Date.parse(held.at) > Date.parse(eta.at) ? {} : { etas: { ...etas, [bookingId]: eta } };
  });
}

/** Applies the way of a driver with its minutes; one of an earlier version is dropped. */
export function applyRoute({ booking_id: id, version, to, shape, eta }: ArrivalRoute): void {
  applyEta(id, eta);
  useArrivals.setState(({ ways }) => {
    const held = ways[id];
    return held && held.version > version ? {} : { ways: { ...ways, [id]: { version, to, shape } } };
  });
}

onUserChange(() => useArrivals.setState({ etas: {}, ways: {} }));

/** Where the driver of a booking is going; null while it is going nowhere for it. */
function endOf({ status }: Booking): LegEnd | null {
  if (status === 'accepted') return 'pickup';
  return status === 'in_progress' ? 'drop' : null;
}

/** When the driver of a booking arrives; null where that is not known, or no longer: its position is old. */
export function useEta(booking: Booking): Eta | null {
  const eta = useArrivals(({ etas }) => etas[booking.id]);
  const { words, stale } = usePositionAge(booking.id);
  return eta && eta.to === endOf(booking) && words !== null && !stale ? eta : null;
}

/** Whether it was ever known when the driver arrives where it is going now: the map then stays, also while that is not known. */
export function useIsComing(booking: Booking): boolean {
  return useArrivals(({ etas }) => etas[booking.id]?.to === endOf(booking));
}

/** The encoded way on which the driver of a booking comes; null where no road is known. */
export function useWay(booking: Booking): string | null {
  const way = useArrivals(({ ways }) => ways[booking.id]);
  return way && way.to === endOf(booking) ? way.shape : null;
}
