import { isLive, isTracked } from '@boli/shared/bookings/bookings.state';
import { rooms } from '@boli/shared/realtime/rooms';
import type { Position } from '@boli/shared/tracking/tracking.schema';
import { arrivalRouteOf } from '../arrival/arrival.service';
import type { DomainEvents } from '../domain-events';
import type { CommandHandler } from '../realtime/commands';
import { inOrder, inOrderOf, isNotOutdated } from '../realtime/in-order';
import { outdateJoining } from '../realtime/joining';
import { emptyRoom, pushEach } from '../realtime/push';
import { watch } from '../realtime/watches';
import { delayNextPosition, followBooking } from '../tracking/positions';
import { forgetReceiver } from '../tracking/receivers';
import type { BookingDocument } from './bookings.model';
import { bookingContext, presentBooking } from './bookings.presenter';
import * as bookings from './bookings.service';
import { type Live, newestPosition } from './live-elsewhere';

/**
 * Reports a booking's change to `tracking`, and pushes the booking to each party and the admins, presented as by REST.
 */
export function pushBooking({ booking, change }: DomainEvents['booking.changed']): Promise<void> {
  const { _id, customer_id, driver_id, status, created_at, version } = booking;
  followBooking({
    bookingId: _id,
    customerId: customer_id,
    driverId: driver_id,
    status,
    createdAt: created_at,
    version,
  });
  if (!isTracked(status)) forgetReceiver(_id);
  // A socket that is about to join the room may have read the old status, and could miss the route of the new one.
  outdateJoining([rooms.booking(_id)]);
  return inOrder(_id, () => pushToParties(booking, change), {
    says: `${change} ${version}`,
    to: () => [rooms.user(customer_id), rooms.user(driver_id), rooms.admins],
  });
}

/**
 * Handles `booking:watch`: answers with the booking, its newest position and its route, and subscribes to further
 * positions, routes and etas. Throws 404 for a booking that the caller may not read, 429 beyond 50 watches.
 */
export const watchBooking: CommandHandler<'booking:watch'> = ({ actor, payload: { booking_id: id }, socket }) => {
  const room = rooms.booking(id);
  const read = async (booking: BookingDocument) => {
    const context = await bookingContext([booking], true);
    const live = context.live.get(id);
    const reader = { ...actor, language: socket.data.language };
    return {
      booking: presentBooking(booking, reader, context),
      position: lastPosition(booking, live),
      route: live ? live.route : arrivalRouteOf(id, booking.status),
    };
  };
  const goesOn = ({ booking }: Awaited<ReturnType<typeof read>>) => isLive(booking.status);
  return inOrderOf(socket, room, () =>
    watch(socket, { room, authorise: () => bookings.read(actor, id), read, goesOn }),
  );
};

/** Handles `booking:unwatch`. */
export const unwatchBooking: CommandHandler<'booking:unwatch'> = ({ payload, socket }) => {
  const room = rooms.booking(payload.booking_id);
  return inOrderOf(socket, room, async () => {
    await socket.leave(room);
    return {};
  });
};

async function pushToParties(booking: BookingDocument, change: 'created' | 'updated'): Promise<void> {
  if (!isNotOutdated(booking._id, booking.version)) return;
  const context = await bookingContext([booking]);
  const receivers = [
    { room: rooms.user(booking.customer_id), role: 'customer' },
    { room: rooms.user(booking.driver_id), role: 'driver' },
    { room: rooms.admins, role: 'admin' },
  ] as const;
  delayNextPosition(booking._id);
  for (const { room, role } of receivers) {
    pushEach([room], `booking:${change}`, (receiver) => ({
      booking: presentBooking(booking, { ...receiver, role }, context),
    }));
  }
  // Only positions, routes and etas are pushed to this room, and an ended booking has no more of them.
  if (!isLive(booking.status)) emptyRoom(rooms.booking(booking._id));
}

/** The newest position: the one in memory, else the stored one. */
function lastPosition(booking: BookingDocument, live?: Live): Position | null {
  const { _id, driver_lat: lat, driver_lng: lng, driver_location_at: at, driver_location_seq: seq } = booking;
  const stored = lat !== null && lng !== null && at !== null;
  const position = stored
    ? { booking_id: _id, lat, lng, heading: null, speed: null, recorded_at: at.toISOString(), seq: seq ?? 0 }
    : null;
  return newestPosition(booking, live) ?? position;
}
