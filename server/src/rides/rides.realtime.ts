import { rooms } from '@boli/shared/realtime/rooms';
import { clock } from '../core/clock';
import type { DomainEvents } from '../domain-events';
import { mayOffer } from '../drivers/drivers.policy';
import { profiles } from '../drivers/drivers.repository';
import { inOrder, isNotOutdated } from '../realtime/in-order';
import { hasListeners, push } from '../realtime/push';
import { closings } from './closings';
import { cellsOf } from './near';
import { openPoint } from './pickup';
import type { RideDocument } from './rides.model';
import { asOf, chosenDriver } from './rides.policy';
import { presentRide, presentRideToDrivers } from './rides.presenter';

const closing = closings();

/**
 * Pushes a changed ride request. The customer and admins get every change; drivers get the changes while the request is
 * open, and after that a single event which says that it is closed. Drivers with a quote get the request, with their
 * quote, from `pushToBidders`.
 */
export function pushRide({ ride: stored, change }: DomainEvents['ride.changed']): Promise<void> {
  const event = change === 'created' ? 'ride:created' : 'ride:updated';
  return inOrder(stored._id, () => pushToAll(stored, event), {
    says: `${event} ${stored.version}`,
    to: () => receiversOf(asOf(stored, clock.now())),
  });
}

/** The rooms that a change may be pushed to: those of drivers only while they do not know that the request is closed. */
function receiversOf(ride: RideDocument): string[] {
  const always = [rooms.user(ride.customer_id), rooms.ride(ride._id), rooms.admins];
  if (ride.status !== 'open' && !closing.isFirst(ride)) return always;
  return [...always, ...areaOf(ride), ...ride.quotes.map((quote) => rooms.user(quote.driver_id))];
}

const areaOf = (ride: RideDocument) => [rooms.rides, ...cellsOf(openPoint(ride)).map(rooms.cell)];

async function pushToAll(stored: RideDocument, event: 'ride:created' | 'ride:updated'): Promise<void> {
  if (!isNotOutdated(stored._id, stored.version)) return;
  const ride = asOf(stored, clock.now());
  push([rooms.user(ride.customer_id), rooms.ride(ride._id), rooms.admins], event, { ride_request: presentRide(ride) });
  await pushToDrivers(ride, event);
}

async function pushToDrivers(ride: RideDocument, event: 'ride:created' | 'ride:updated'): Promise<void> {
  const area = areaOf(ride);
  const quoting = ride.quotes.map((quote) => rooms.user(quote.driver_id));
  if (ride.status === 'open') {
    push(area, event, { ride_request: presentRideToDrivers(ride) }, quoting);
  } else if (closing.isFirst(ride)) {
    const chosen = chosenDriver(ride);
    const others = [...area, ...(await losing(ride, chosen))];
    push(
      others,
      'ride:closed',
      { ride_request_id: ride._id, version: ride.version },
      chosen ? [rooms.user(chosen)] : [],
    );
  }
  closing.emitted(ride);
}

/** The rooms of the drivers whose quote was not chosen, except drivers who may no longer see requests. */
async function losing(ride: RideDocument, chosen: string | null): Promise<string[]> {
  const ids = ride.quotes.map((quote) => quote.driver_id).filter((id) => id !== chosen && hasListeners(rooms.user(id)));
  if (ids.length === 0) return [];
  const found = await profiles.byUsers(ids);
  return ids.filter((id) => mayOffer(found.get(id))).map(rooms.user);
}
