import { ArrivalRoute, Eta } from '@boli/shared/arrival/arrival.schema';
import { bookingStatuses } from '@boli/shared/bookings/bookings.state';
import { sessionEnds } from '@boli/shared/realtime/events';
import { rooms } from '@boli/shared/realtime/rooms';
import { Position } from '@boli/shared/tracking/tracking.schema';
import { z } from 'zod';
import { countFailureElsewhere, paceNames } from '../auth/sign-in.limits';
import { bookings } from '../bookings/bookings.repository';
import { answerLive, listReceived, takeLive } from '../bookings/live-elsewhere';
import type { Listener } from '../core/event-bus';
import { chargeSpentElsewhere } from '../core/shared-buckets';
import type { DomainEvents } from '../domain-events';
import { profiles } from '../drivers/drivers.repository';
import { notifications } from '../notifications/notifications.repository';
import { listPresence, setDriversOf, setPresentAt } from '../realtime/presence';
import { hasListeners } from '../realtime/push';
import { listSockets, setSocketsAt } from '../realtime/socket-counts';
import { isQuotePushed, isRideUpdatePushed } from '../rides/quotes.realtime';
import { rides } from '../rides/rides.repository';
import { settlements } from '../settlements/settlements.repository';
import { continuePositions, HandedFix, releasePositions, setListed } from '../tracking/handover';
import { setReceiver } from '../tracking/receivers';
import { listeners } from './events';
import { type Relayed, relay } from './relay';

const change = z.enum(['created', 'updated']);
const token = z.union([z.strictObject({ sid: z.string() }), z.strictObject({ jti: z.string().nullable() })]);
const driver = z.strictObject({ driver_id: z.string() });
const numbered = z.strictObject({ booking_id: z.string(), seq: z.number() });

/**
 * Calls listeners at once, as an event of this node does: otherwise the event of a later version could overtake some of
 * them.
 */
async function callAll<Event>(called: readonly Listener<Event>[], event: Event): Promise<void> {
  await Promise.all(called.map(async (listen) => listen(event)));
}

/** The domain events that other nodes learn of; null for an event that they need not know. */
export const nodeEvents: { readonly [E in keyof DomainEvents]: Relayed<DomainEvents[E]> | null } = {
  'ride.changed': relay({
    version: 1,
    payload: z.strictObject({ ride_id: z.string(), change }),
    payloadOf: ({ ride, change }) => ({ ride_id: ride._id, change }),
    rowVersionOf: ({ ride }) => ride.version,
    async handle({ ride_id, change }, { rowVersion }) {
      // Each message makes the node read the newest version. A message that follows quickly may be about that version.
      const isKnown = (version: number | undefined) => change === 'updated' && isRideUpdatePushed(ride_id, version);
      if (isKnown(rowVersion)) return;
      const ride = await rides.pacedById(ride_id);
      if (!ride || isKnown(ride.version)) return;
      const { push, push_ended_quotes, push_to_bidders, live_board } = listeners['ride.changed'];
      await callAll([push, push_ended_quotes, push_to_bidders, live_board], { ride, change });
    },
  }),
  // Only the node that handles the call notifies the phones.
  'ride.widened': null,
  'quote.changed': relay({
    version: 1,
    payload: z.strictObject({
      ride_id: z.string(),
      quote_id: z.string(),
      customer_id: z.string(),
      driver_id: z.string(),
      change: z.enum(['created', 'updated', 'withdrawn']),
    }),
    payloadOf: ({ ride, quote, change }) => ({
      ride_id: ride._id,
      quote_id: quote._id,
      customer_id: ride.customer_id,
      driver_id: quote.driver_id,
      change,
    }),
    rowVersionOf: ({ quote }) => quote.version,
    async handle({ ride_id, quote_id, customer_id, driver_id, change }, { rowVersion }) {
      const isKnown = (version: number | undefined) => change === 'updated' && isQuotePushed(quote_id, version);
      if (isKnown(rowVersion)) return;
      if (!hasListeners(rooms.user(customer_id), rooms.user(driver_id), rooms.ride(ride_id))) return;
      const ride = await rides.pacedById(ride_id);
      const quote = ride?.quotes.find(({ _id }) => _id === quote_id);
      if (ride && quote && !isKnown(quote.version)) await listeners['quote.changed'].push({ ride, quote, change });
    },
  }),
  'booking.changed': relay({
    version: 1,
    payload: z.strictObject({ booking_id: z.string(), change }),
    payloadOf: ({ booking, change }) => ({ booking_id: booking._id, change }),
    // Every node reads the booking for each message, because the node that receives the driver's positions has to know
    // the status.
    async handle({ booking_id, change }) {
      const booking = await bookings.byId(booking_id);
      if (!booking) return;
      await callAll(Object.values(listeners['booking.changed']), { booking, change });
    },
  }),
  'driver.moved': null,
  'driver.approached': null,
  'driver.arrived': null,
  'earnings.changed': relay({
    version: 1,
    payload: driver,
    payloadOf: ({ driverId }) => ({ driver_id: driverId }),
    handle: ({ driver_id }) => listeners['earnings.changed'].push({ driverId: driver_id }),
  }),
  'settlement.changed': relay({
    version: 1,
    payload: z.strictObject({ settlement_id: z.string() }),
    payloadOf: ({ settlement }) => ({ settlement_id: settlement._id }),
    async handle({ settlement_id }) {
      if (!hasListeners(rooms.admins)) return;
      const settlement = await settlements.byId(settlement_id);
      if (!settlement) return;
      await callAll(Object.values(listeners['settlement.changed']), { settlement });
    },
  }),
  'driver.changed': relay({
    version: 1,
    payload: driver,
    payloadOf: ({ profile }) => ({ driver_id: profile.user_id }),
    async handle({ driver_id }) {
      const profile = await profiles.byUser(driver_id);
      if (!profile) return;
      await callAll(Object.values(listeners['driver.changed']), { profile });
    },
  }),
  'driver.decided': relay({
    version: 1,
    payload: driver,
    payloadOf: ({ profile }) => ({ driver_id: profile.user_id }),
    async handle({ driver_id }) {
      const profile = await profiles.byUser(driver_id);
      if (profile) await listeners['driver.decided'].watched_areas({ profile });
    },
  }),
  // Every node emits this event itself: the events below report which drivers are connected to other nodes.
  'driver.presence_changed': null,
  'presence.joined': relay({
    version: 1,
    payload: driver,
    payloadOf: ({ driverId }) => ({ driver_id: driverId }),
    handle: ({ driver_id }, { node }) => setPresentAt(node, driver_id, true),
  }),
  'presence.left': relay({
    version: 1,
    payload: driver,
    payloadOf: ({ driverId }) => ({ driver_id: driverId }),
    handle: ({ driver_id }, { node }) => setPresentAt(node, driver_id, false),
  }),
  'presence.listed': relay({
    version: 1,
    payload: z.strictObject({ driver_ids: z.array(z.string()) }),
    payloadOf: ({ drivers }) => ({ driver_ids: [...drivers] }),
    handle: ({ driver_ids }, { node }) => setDriversOf(node, driver_ids),
  }),
  'sockets.counted': relay({
    version: 1,
    payload: z.strictObject({ counts: z.array(z.tuple([z.string(), z.number().nonnegative()])), is_list: z.boolean() }),
    payloadOf: ({ counts, isList }) => ({
      counts: counts.map(({ userId, sockets }): [string, number] => [userId, sockets]),
      is_list: isList,
    }),
    handle: ({ counts, is_list }, { node }) =>
      setSocketsAt(node, { counts: counts.map(([userId, sockets]) => ({ userId, sockets })), isList: is_list }),
  }),
  'presence.asked': relay({
    version: 1,
    payload: z.strictObject({}),
    payloadOf: () => ({}),
    handle() {
      listPresence();
      listSockets();
      listReceived();
    },
  }),
  // Only nodes of earlier releases read `seq`.
  'positions.taken': relay({
    version: 1,
    payload: numbered,
    payloadOf: ({ bookingId, seq }) => ({ booking_id: bookingId, seq }),
    handle({ booking_id }, { node }) {
      setReceiver(node, [booking_id]);
      releasePositions(booking_id);
    },
  }),
  // Version 1 had no `newest`. A node of that version ignores the answer, as if this node had died.
  'positions.released': relay({
    version: 2,
    payload: numbered.extend({ newest: HandedFix.nullable() }),
    payloadOf: ({ bookingId, seq, newest }) => ({ booking_id: bookingId, seq, newest }),
    handle: ({ booking_id, seq, newest }) => continuePositions(booking_id, seq, newest),
  }),
  'positions.listed': relay({
    version: 1,
    payload: z.strictObject({ booking_ids: z.array(z.string()) }),
    payloadOf: ({ bookings }) => ({ booking_ids: [...bookings] }),
    handle: ({ booking_ids }, { node }) => setListed(node, booking_ids),
  }),
  'live.asked': relay({
    version: 1,
    payload: z.strictObject({
      id: z.string(),
      to: z.string(),
      bookings: z.array(z.strictObject({ bookingId: z.string(), status: z.enum(bookingStatuses) })),
      withRoutes: z.boolean(),
    }),
    payloadOf: ({ id, to, bookings, withRoutes }) => ({ id, to, bookings: [...bookings], withRoutes }),
    handle: answerLive,
  }),
  'live.answered': relay({
    version: 1,
    payload: z.strictObject({
      id: z.string(),
      rows: z.array(
        z.strictObject({
          bookingId: z.string(),
          position: Position.nullable(),
          eta: Eta.nullable(),
          route: ArrivalRoute.nullable(),
        }),
      ),
    }),
    payloadOf: ({ id, rows }) => ({ id, rows: [...rows] }),
    handle: ({ id, rows }) => takeLive(id, rows),
  }),
  'sign_in.failed': relay({
    version: 1,
    payload: z.strictObject({ pace: z.enum(paceNames), key: z.string(), origin: z.string() }),
    payloadOf: ({ pace, key, origin }) => ({ pace, key, origin }),
    handle: countFailureElsewhere,
  }),
  'budget.spent': relay({
    version: 1,
    payload: z.strictObject({
      spent: z.array(z.strictObject({ budget: z.string(), who: z.string(), tokens: z.number().nonnegative() })),
    }),
    payloadOf: ({ spent }) => ({ spent: [...spent] }),
    handle: ({ spent }) => chargeSpentElsewhere(spent),
  }),
  'notification.created': relay({
    version: 1,
    payload: z.strictObject({ notification_id: z.string(), user_id: z.string() }),
    payloadOf: ({ notification }) => ({ notification_id: notification._id, user_id: notification.user_id }),
    async handle({ notification_id, user_id }) {
      if (!hasListeners(rooms.user(user_id))) return;
      const notification = await notifications.byId(notification_id);
      if (notification) await listeners['notification.created'].push({ notification });
    },
  }),
  'notification.read': relay({
    version: 1,
    payload: z.strictObject({ user_id: z.string(), ids: z.array(z.string()).nullable(), unread: z.number() }),
    payloadOf: ({ userId, ids, unread }) => ({ user_id: userId, ids: ids && [...ids], unread }),
    handle: ({ user_id, ids, unread }) => listeners['notification.read'].push({ userId: user_id, ids, unread }),
  }),
  'session.ended': relay({
    version: 1,
    payload: z.strictObject({ user_id: z.string(), token: token.optional(), reason: z.enum(sessionEnds) }),
    payloadOf: ({ userId, token, reason }) => ({ user_id: userId, reason, ...(token && { token }) }),
    handle: ({ user_id, token, reason }) =>
      listeners['session.ended'].close_sockets({ userId: user_id, reason, ...(token && { token }) }),
  }),
  // Every node notices these interruptions itself.
  'database.restored': null,
  'nodes.restored': null,
};
