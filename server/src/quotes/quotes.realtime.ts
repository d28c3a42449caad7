import { MAX_PAGE } from '@boli/shared/core/constants';
import { rooms } from '@boli/shared/realtime/rooms';
import { clock } from '../core/clock';
import { facts } from '../core/facts';
import { mayOffer } from '../drivers/drivers.policy';
import { command } from '../realtime/commands';
import { inOrder, inOrderOf, isStillNews } from '../realtime/in-order';
import { hasListeners, push, pushEach } from '../realtime/push';
import { leaveAreas, watch, watchArea } from '../realtime/watches';
import { cellsTouching } from '../rides/near';
import type { QuoteRecord, RideDocument } from '../rides/rides.model';
import { asOf, canReadRide, chosenDriver } from '../rides/rides.policy';
import { presentRide, presentRideToDriver } from '../rides/rides.presenter';
import * as rides from '../rides/rides.service';
import './quotes.facts';
import { presentQuote, presentRides, quoteContext } from './quotes.presenter';
import * as quotes from './quotes.service';

/** Tells of quotes, and answers the watches of requests: their snapshots carry quotes. */
export function quoteRealtime(): void {
  facts.on('quote.changed', ({ ride, quote, change }) =>
    inOrder(ride._id, () => tell(ride, [quote], `quote:${change}`)),
  );
  // What ends a request that was never booked ends the quotes on it in the same write.
  facts.on('ride.changed', ({ ride }) => {
    const ended = ride.booking_id === null ? ride.quotes.filter((quote) => quote.status === 'expired') : [];
    if (ended.length > 0) return inOrder(ride._id, () => tell(ride, ended, 'quote:updated'));
  });
  facts.on('ride.changed', ({ ride, change }) => {
    if (change === 'updated') return inOrder(ride._id, () => tellQuoting(ride));
  });
  command('ride:watch', ({ actor, payload: { ride_request_id: id }, socket }) => {
    const room = rooms.ride(id);
    const read = async () => {
      const { ride, quotes: shown } = await quotes.onRide(actor, id);
      const context = await quoteContext(shown);
      return {
        ride_request: presentRide(ride),
        quotes: shown.map((quote) => presentQuote(quote, ride, context, actor.id)),
      };
    };
    return inOrderOf(socket, room, () => watch(socket, { room, authorise: () => rides.read(actor, id), read }));
  });
  command('ride:unwatch', ({ payload, socket }) => {
    const room = rooms.ride(payload.ride_request_id);
    return inOrderOf(socket, room, async () => {
      await socket.leave(room);
      return {};
    });
  });
  command('rides:watch', ({ actor, payload: { near, before }, socket }) => {
    const area = near ? cellsTouching(near).map(rooms.cell) : [rooms.rides];
    const read = async () => {
      const { rows, more, total } = await rides.open(actor, { limit: MAX_PAGE, near, before: before ?? undefined });
      return { ride_requests: await presentRides(actor, rows), more, total };
    };
    return inOrderOf(socket, rooms.rides, () =>
      watchArea(socket, area, { authorise: () => rides.checkMayLook(actor), read }),
    );
  });
  command('rides:unwatch', ({ socket }) =>
    inOrderOf(socket, rooms.rides, async () => {
      await leaveAreas(socket);
      return {};
    }),
  );
}

/**
 * Sealed bids: to the request's customer, to who watches it (its customer and admins), to the quote's own driver, unless
 * another driver was chosen: what becomes of a ride is not told by its other quotes.
 */
async function tell(
  ride: RideDocument,
  changed: readonly QuoteRecord[],
  event: 'quote:created' | 'quote:updated' | 'quote:withdrawn',
): Promise<void> {
  const context = await quoteContext(changed);
  // Two writes at once may come back from the database, and so be told, in the other order.
  for (const quote of changed.filter(({ _id, version }) => isStillNews(_id, version))) {
    const receivers = [rooms.user(ride.customer_id), rooms.ride(ride._id)];
    const chosen = chosenDriver(ride);
    const isOver = quote.status === 'expired' && chosen !== null && chosen !== quote.driver_id;
    if (!isOver) receivers.push(rooms.user(quote.driver_id));
    pushEach(receivers, event, (viewerId) => ({ quote: presentQuote(quote, ride, context, viewerId) }));
  }
}

/**
 * Each driver with a quote hears in its own room of a request that it may read, with this quote: what an area hears has
 * none. After the choice that is the chosen driver alone.
 */
async function tellQuoting(stored: RideDocument): Promise<void> {
  if (!isStillNews(`${stored._id} quoting`, stored.version)) return;
  const ride = asOf(stored, clock.now());
  const told = ride.quotes.filter(
    ({ driver_id: id }) => canReadRide({ id, role: 'driver' }, ride) && hasListeners(rooms.user(id)),
  );
  const context = await quoteContext(told);
  for (const quote of told) {
    const isChosen = chosenDriver(ride) === quote.driver_id;
    if (!isChosen && !mayOffer(context.get(quote.driver_id))) continue;
    const ride_request = presentRideToDriver(ride, presentQuote(quote, ride, context, quote.driver_id));
    push([rooms.user(quote.driver_id)], 'ride:updated', { ride_request });
  }
}
