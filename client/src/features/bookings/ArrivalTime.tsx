import type { Eta } from '@boli/shared/arrival/arrival.schema';
import type { Booking } from '@boli/shared/bookings/bookings.schema';
import type { MessageKey } from '@boli/shared/core/messages';
import { shownMinutes } from '@boli/shared/geo/shown-minutes';
import { remainingText } from '../../core/road';
import { t } from '../../core/t';
import { useEta } from './arrival';
import { useAnnouncedMinutes } from './trip/use-trip-signs';
import type { Side } from './words';

const forCustomers = {
  pickup: { roads: 'bookings.arrives_in', estimate: 'bookings.arrives_in_about' },
  drop: { roads: 'bookings.drop_in', estimate: 'bookings.drop_in_about' },
} as const satisfies Record<Eta['to'], Record<Eta['source'], MessageKey>>;

/** 'Arrives in 4 min' for the customer, '2 km · 4 min to the pickup' for the driver. */
function arrivalWords(eta: Eta, side: Side): string {
  const { to, seconds, source } = eta;
  if (side === 'customer') return t(forCustomers[to][source], { min: shownMinutes(seconds, source) });
  return t(to === 'pickup' ? 'bookings.way_to_pickup' : 'bookings.way_to_drop', { way: remainingText(eta) });
}

interface ArrivalTimeProps {
  booking: Booking;
  side: Side;
  className?: string | undefined;
}

/**
 * The driver's eta; nothing if it is unknown or the driver is at the pickup. Screen readers announce only the minutes
 * 10, 5, 2 and 1, because an announcement each minute would be too much.
 */
export function ArrivalTime({ booking, side, className }: ArrivalTimeProps) {
  const eta = useEta(booking);
  const said = useAnnouncedMinutes(booking);
  const isThere = booking.status === 'accepted' && booking.arrived_at !== null;
  return (
    <>
      <span className={className}>{eta && !isThere && arrivalWords(eta, side)}</span>
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </>
  );
}
