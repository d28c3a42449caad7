import { rooms } from '@boli/shared/realtime/rooms';
import { clock } from '../core/clock';
import { facts } from '../core/facts';
import { inOrder, isStillNews } from '../realtime/in-order';
import { push } from '../realtime/push';
import { cellsOf } from './near';
import type { RideDocument } from './rides.model';
import { asOf } from './rides.policy';
import { presentRide } from './rides.presenter';

/** Tells of ride requests: nothing in a presented request is for some of these receivers only. */
export function rideRealtime(): void {
  facts.on('ride.changed', ({ ride, change }) =>
    inOrder(ride._id, async () => {
      if (!isStillNews(ride._id, ride.version)) return;
      const event = change === 'created' ? 'ride:created' : 'ride:updated';
      push(receivers(ride), event, { ride_request: presentRide(asOf(ride, clock.now())) });
    }),
  );
}

function receivers(ride: RideDocument): string[] {
  const quoting = ride.quotes.map((quote) => rooms.user(quote.driver_id));
  const own = [rooms.user(ride.customer_id), rooms.ride(ride._id), rooms.admins, ...quoting];
  if (ride.status !== 'open' && !leavesTheList(ride)) return own;
  const pickup = { lat: ride.pickup_lat, lng: ride.pickup_lng };
  return [...own, rooms.rides, ...cellsOf(pickup).map(rooms.cell)];
}

/** Drivers who look at the open requests are told of the first step away, not of the ride that follows. */
function leavesTheList({ status }: RideDocument): boolean {
  return status === 'booked' || status === 'cancelled' || status === 'expired';
}
