import { rooms } from '@boli/shared/realtime/rooms';
import { facts } from '../core/facts';
import { command } from '../realtime/commands';
import { inOrder, inOrderOf, isStillNews } from '../realtime/in-order';
import { push } from '../realtime/push';
import { leaveAreas, watch } from '../realtime/watches';
import { cellsTouching } from '../rides/near';
import type { QuoteRecord, RideDocument } from '../rides/rides.model';
import { presentRide } from '../rides/rides.presenter';
import * as rides from '../rides/rides.service';
import './quotes.facts';
import { presentQuote, presentRides, quoteContext } from './quotes.presenter';
import * as quotes from './quotes.service';

const MAX_ROWS = 200;

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
  command('ride:watch', ({ actor, payload: { ride_request_id: id }, socket }) => {
    const room = rooms.ride(id);
    const read = async () => {
      const { ride, quotes: shown } = await quotes.onRide(actor, id);
      const context = await quoteContext(shown);
      return { ride_request: presentRide(ride), quotes: shown.map((quote) => presentQuote(quote, ride, context)) };
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
  command('rides:watch', ({ actor, payload: { near }, socket }) => {
    const area = near ? cellsTouching(near).map(rooms.cell) : [rooms.rides];
    const read = async () => {
      const { rows } = await rides.list(actor, { limit: MAX_ROWS, near });
      return { ride_requests: await presentRides(actor, rows) };
    };
    return inOrderOf(socket, rooms.rides, async () => {
      const answer = await watch(socket, { room: area, authorise: async () => undefined, read });
      await leaveAreas(socket, area);
      return answer;
    });
  });
  command('rides:unwatch', ({ socket }) =>
    inOrderOf(socket, rooms.rides, async () => {
      await leaveAreas(socket);
      return {};
    }),
  );
}

/** Sealed bids: to the request's customer, to who watches it (its customer and admins), to the quote's own driver. */
async function tell(
  ride: RideDocument,
  changed: readonly QuoteRecord[],
  event: 'quote:created' | 'quote:updated' | 'quote:withdrawn',
): Promise<void> {
  const context = await quoteContext(changed);
  // Two writes at once may come back from the database, and so be told, in the other order.
  for (const quote of changed.filter(({ _id, version }) => isStillNews(_id, version))) {
    const receivers = [rooms.user(ride.customer_id), rooms.ride(ride._id), rooms.user(quote.driver_id)];
    push(receivers, event, { quote: presentQuote(quote, ride, context) });
  }
}
