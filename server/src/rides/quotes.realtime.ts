import { MAX_PAGE } from '@boli/shared/core/constants';
import { rooms } from '@boli/shared/realtime/rooms';
import { clock } from '../core/clock';
import type { DomainEvents } from '../domain-events';
import type { DriverProfileDocument } from '../drivers/drivers.model';
import { mayOffer } from '../drivers/drivers.policy';
import type { CommandHandler } from '../realtime/commands';
import { EncodedAnswer } from '../realtime/encoded';
import { inOrder, inOrderOf, isEmitted, isNotOutdated } from '../realtime/in-order';
import { hasListeners, push, pushEach } from '../realtime/push';
import { leaveAreas, watch, watchArea } from '../realtime/watches';
import { cellsTouching } from './near';
import { openPage } from './open-rides';
import { encodeOpenRides, presentQuote, quoteContext } from './quotes.presenter';
import * as quotes from './quotes.service';
import type { QuoteRecord, RideDocument } from './rides.model';
import { asOf, canReadRide, chosenDriver } from './rides.policy';
import { presentRide, presentRideToDrivers } from './rides.presenter';
import * as rides from './rides.service';

/** Pushes a quote that was made, changed or withdrawn. */
export function pushQuote({ ride, quote, change, profile }: DomainEvents['quote.changed']): Promise<void> {
  return inOrder(ride._id, () => pushQuotes(ride, [quote], { event: `quote:${change}`, profile }), {
    says: `quote:${change} ${quote._id} ${quote.version} ${ride.version}`,
    to: () => receiversOf(ride, quote),
  });
}

/** Pushes the quotes that expired when a request ended without a booking: one write ends the request and its quotes. */
export async function pushEndedQuotes({ ride }: DomainEvents['ride.changed']): Promise<void> {
  const ended =
    ride.status !== 'open' && ride.booking_id === null ? ride.quotes.filter((quote) => quote.status === 'expired') : [];
  if (ended.length === 0) return;
  const to = () => ended.flatMap((quote) => receiversOf(ride, quote));
  await inOrder(ride._id, () => pushQuotes(ride, ended, { event: 'quote:updated' }), {
    says: `ended ${ride.version}`,
    to,
  });
}

/** The subject of the pushes of a request to the drivers who have a quote on it. */
const ofBidders = (rideId: string) => `${rideId} quoting`;

/**
 * Whether an update of a request in this version, or a later one, was pushed or is being pushed: to everybody, and to the
 * drivers who have a quote on it. False for an unknown version.
 */
export function isRideUpdatePushed(rideId: string, version: number | undefined): boolean {
  return version !== undefined && isEmitted(rideId, version) && isEmitted(ofBidders(rideId), version);
}

/** Like `isRideUpdatePushed`, for a quote. */
export function isQuotePushed(quoteId: string, version: number | undefined): boolean {
  return version !== undefined && isEmitted(quoteId, version);
}

/** Pushes a changed request to the drivers who have a quote on it. */
export async function pushToBidders({ ride, change }: DomainEvents['ride.changed']): Promise<void> {
  if (change !== 'updated') return;
  const to = () => readersWithQuote(asOf(ride, clock.now())).map((quote) => rooms.user(quote.driver_id));
  await inOrder(ride._id, () => pushWithOwnQuote(ride), { says: `bidders ${ride.version}`, to });
}

/**
 * Handles `ride:watch`: answers with a request and its quotes, and subscribes to their changes. Answers with
 * `unchanged` if the client has the request in this version (`since`) and nothing else can differ. Throws 403 for a
 * driver who may not see requests, 404 for a request that the caller may not read, 429 beyond 50 watches.
 */
export const watchRide: CommandHandler<'ride:watch'> = ({ actor, payload: { ride_request_id: id, since }, socket }) => {
  const room = rooms.ride(id);
  const read = async ({ ride, quotes: shown }: Awaited<ReturnType<typeof quotes.onRide>>) => {
    if (ride.version === since && isShownByVersion(ride)) return { unchanged: true as const };
    const context = await quoteContext(shown);
    return {
      ride_request: presentRide(ride),
      quotes: shown.map((quote) => presentQuote(quote, ride, context, actor.id)),
    };
  };
  return inOrderOf(socket, room, () => watch(socket, { room, authorise: () => quotes.onRide(actor, id), read }));
};

/**
 * Whether the version alone decides what is shown of a request. Not for a request with quotes, because these show fields
 * of their drivers; nor for an expired one, because an expiry is shown before the write that raises the version.
 */
function isShownByVersion({ quotes: all, status }: RideDocument): boolean {
  return all.length === 0 && status !== 'expired';
}

/** Handles `ride:unwatch`. */
export const unwatchRide: CommandHandler<'ride:unwatch'> = ({ payload, socket }) => {
  const room = rooms.ride(payload.ride_request_id);
  return inOrderOf(socket, room, async () => {
    await socket.leave(room);
    return {};
  });
};

/**
 * Handles `rides:watch`: answers with a page of the open requests, all of them or those in a circle, and subscribes to
 * those that open and close there. Throws 403 for a driver who may not see requests, 429 beyond 50 watches.
 */
export const watchRides: CommandHandler<'rides:watch'> = ({ actor, payload: { near, before }, socket }) => {
  const area = near ? cellsTouching(near).map(rooms.cell) : [rooms.rides];
  const read = async (driver: DriverProfileDocument) => {
    const { rows, more, total } = await openPage({ limit: MAX_PAGE, near, before: before ?? undefined });
    const requests = await encodeOpenRides(driver, rows, near);
    return new EncodedAnswer(`{"ok":true,"ride_requests":${requests},"more":${more},"total":${total}}`, rows.length);
  };
  return inOrderOf(socket, rooms.rides, () =>
    watchArea(socket, area, { authorise: () => rides.profileForRequests(actor), read }),
  );
};

/** Handles `rides:unwatch`. */
export const unwatchRides: CommandHandler<'rides:unwatch'> = ({ socket }) =>
  inOrderOf(socket, rooms.rides, async () => {
    await leaveAreas(socket);
    return {};
  });

/**
 * Quotes are sealed: each is pushed to the request's customer, to the request's watchers (the customer and admins) and
 * to the driver who submitted it. Once another driver is chosen, a driver is not sent the expiry of their quote,
 * because it would reveal the course of the ride.
 */
async function pushQuotes(
  ride: RideDocument,
  changed: readonly QuoteRecord[],
  by: { event: 'quote:created' | 'quote:updated' | 'quote:withdrawn'; profile?: DriverProfileDocument | undefined },
): Promise<void> {
  const context = await quoteContext(changed, by.profile);
  // Two concurrent writes may return from the database, and so be emitted, in reverse order.
  for (const quote of changed.filter(({ _id, version }) => isNotOutdated(_id, version))) {
    pushEach(receiversOf(ride, quote), by.event, ({ id }) => ({ quote: presentQuote(quote, ride, context, id) }));
  }
}

function receiversOf(ride: RideDocument, quote: QuoteRecord): string[] {
  const receivers = [rooms.user(ride.customer_id), rooms.ride(ride._id)];
  const chosen = chosenDriver(ride);
  const isOver = quote.status === 'expired' && chosen !== null && chosen !== quote.driver_id;
  return isOver ? receivers : [...receivers, rooms.user(quote.driver_id)];
}

/**
 * Pushes a request with the driver's own quote to the room of each driver who has one and may read the request; pushes
 * to an area contain no quote. Once a quote is chosen, only its driver gets the request.
 */
async function pushWithOwnQuote(stored: RideDocument): Promise<void> {
  if (!isNotOutdated(ofBidders(stored._id), stored.version)) return;
  const ride = asOf(stored, clock.now());
  const shown = readersWithQuote(ride);
  const context = await quoteContext(shown);
  for (const quote of shown) {
    const isChosen = chosenDriver(ride) === quote.driver_id;
    if (!isChosen && !mayOffer(context.get(quote.driver_id))) continue;
    const my_quote = presentQuote(quote, ride, context, quote.driver_id);
    const ride_request = { ...presentRideToDrivers(ride), my_quote };
    push([rooms.user(quote.driver_id)], 'ride:updated', { ride_request });
  }
}

/** The quotes whose drivers are connected and may read the request. */
function readersWithQuote(ride: RideDocument): QuoteRecord[] {
  return ride.quotes.filter(
    ({ driver_id: id }) => canReadRide({ id, role: 'driver' }, ride) && hasListeners(rooms.user(id)),
  );
}
