import type { Eta } from '@boli/shared/arrival/arrival.schema';
import type { SessionEnd, TokenId } from '@boli/shared/realtime/events';
import type { PaceName } from './auth/sign-in.limits';
import type { BookingDocument } from './bookings/bookings.model';
import type { Live, LiveQuestion } from './bookings/live-elsewhere';
import { eventBus, type Listener } from './core/event-bus';
import type { Spending } from './core/shared-buckets';
import type { DriverProfileDocument } from './drivers/drivers.model';
import type { NotificationDocument } from './notifications/notifications.model';
import type { QuoteRecord, RideDocument } from './rides/rides.model';
import type { SettlementDocument } from './settlements/settlements.model';
import type { HandedFix } from './tracking/handover';
import type { LiveFix } from './tracking/positions.memory';

/**
 * Every domain event: what happened, in the past tense. A noun that must not call another noun (docs/ARCHITECTURE.md)
 * emits an event, to which the other noun listens. An event only notifies and may be lost with the process; what must
 * happen is a reconcile step.
 */
export interface DomainEvents {
  /** A ride request as it is stored now. */
  'ride.changed': { ride: RideDocument; change: 'created' | 'updated' };
  /** A customer wants drivers farther away to be notified, because no quote on the request can be chosen. */
  'ride.widened': { ride: RideDocument };
  /** A quote as it is stored now, with its request, and with the profile of its driver if the profile was read, too. */
  'quote.changed': {
    ride: RideDocument;
    quote: QuoteRecord;
    change: 'created' | 'updated' | 'withdrawn';
    profile?: DriverProfileDocument;
  };
  /** A booking as it is stored now. */
  'booking.changed': { booking: BookingDocument; change: 'created' | 'updated' };
  /** The driver of a booking has a new live position. */
  'driver.moved': { bookingId: string; fix: LiveFix };
  /** The driver of an accepted booking is at most two minutes away from the pickup; emitted repeatedly while that is so. */
  'driver.approached': { bookingId: string; eta: Eta };
  /** A live position of the driver is at the pickup of an accepted booking that has no arrival yet. */
  'driver.arrived': { bookingId: string };
  /** What this driver earned or owes has changed. */
  'earnings.changed': { driverId: string };
  /** A settlement was created, reduced or paid, or its payment was undone. */
  'settlement.changed': { settlement: SettlementDocument };
  /** A driver's profile was created or changed. */
  'driver.changed': { profile: DriverProfileDocument };
  /** An admin has decided on a profile, or undone the decision; the reconcile steps of the profile are still to run. */
  'driver.decided': { profile: DriverProfileDocument };
  /** A driver's live connection was opened, or has been closed for a minute. */
  'driver.presence_changed': { driverId: string; online: boolean };
  /** A driver has connected to this process; the other nodes of a cluster count the driver as online. */
  'presence.joined': { driverId: string };
  /** A driver has been disconnected from this process for a minute. */
  'presence.left': { driverId: string };
  /** All drivers who are connected to this process; repeated, because an event between nodes may be lost. */
  'presence.listed': { drivers: readonly string[] };
  /** How many sockets each user has at this process: all users with sockets (`isList`), or those with a change. */
  'sockets.counted': { counts: readonly { userId: string; sockets: number }[]; isList: boolean };
  /** This process does not know who is connected to the other nodes. */
  'presence.asked': Record<never, never>;
  /**
   * This process has begun to receive the positions of a booking; `seq` is the last number that it knows. Only nodes of
   * earlier releases read `seq`.
   */
  'positions.taken': { bookingId: string; seq: number };
  /** The last number and the newest fix of a booking's positions, sent by the node that received them before. */
  'positions.released': { bookingId: string; seq: number; newest: HandedFix | null };
  /** The bookings whose positions this process receives, for a node that has emitted `presence.asked`. */
  'positions.listed': { bookings: readonly string[] };
  /**
   * This process presents bookings whose positions another node receives, and requests position, eta and route from
   * that node.
   */
  'live.asked': LiveQuestion;
  /** The answer to the question with this id. */
  'live.answered': { id: string; rows: readonly Live[] };
  /** A sign-in on this process had a wrong password; key and origin are hashed (auth/sign-in.limits.ts). */
  'sign_in.failed': { pace: PaceName; key: string; origin: string };
  /** The tokens that callers have taken from their budgets on this process since the last of these events. */
  'budget.spent': { spent: readonly Spending[] };
  /** A row was added to a person's inbox. */
  'notification.created': { notification: NotificationDocument };
  /** A person has read these rows, or all (null). */
  'notification.read': { userId: string; ids: readonly string[] | null; unread: number };
  /**
   * Every session of this user has ended, or only the session of `token`. The sockets of ended sessions must be closed.
   */
  'session.ended': { userId: string; token?: TokenId; reason: SessionEnd };
  /**
   * The database is reachable again after an interruption, and no operation has failed for a second. Events of writes
   * during the interruption may be missing, because the reply after which they would have been emitted was lost.
   */
  'database.restored': { reasons: readonly string[] };
  /**
   * The link to the other nodes is back after an interruption, or this process has resumed after a pause; some of their
   * events may be missing.
   */
  'nodes.restored': Record<never, never>;
}

/** The listeners of each event, in the order in which they are called; wiring/events.ts implements them. */
export const eventListeners = {
  'ride.changed': ['open_list', 'push', 'push_ended_quotes', 'push_to_bidders', 'live_board', 'drivers_near'],
  'ride.widened': ['drivers_near'],
  'quote.changed': ['push'],
  'booking.changed': ['push', 'arrival', 'admin_figures', 'live_board'],
  'driver.moved': ['arrival'],
  'driver.approached': ['inbox'],
  'driver.arrived': ['booking'],
  'earnings.changed': ['push'],
  'settlement.changed': ['push', 'admin_figures'],
  'driver.changed': ['push', 'watched_areas', 'push_verification', 'live_board'],
  'driver.decided': ['watched_areas'],
  'driver.presence_changed': ['push', 'live_board'],
  'presence.joined': [],
  'presence.left': [],
  'presence.listed': [],
  'sockets.counted': [],
  'presence.asked': [],
  'positions.taken': ['receiver'],
  'positions.released': [],
  'positions.listed': [],
  'live.asked': [],
  'live.answered': [],
  'sign_in.failed': [],
  'budget.spent': [],
  'notification.created': ['push', 'push_to_devices'],
  'notification.read': ['push'],
  'session.ended': ['close_sockets'],
  'database.restored': ['open_list', 'identities', 'reconcile', 'ask_for_sync'],
  'nodes.restored': ['identities', 'positions', 'sockets', 'ask_for_sync'],
} as const satisfies Record<keyof DomainEvents, readonly string[]>;

/** A function for each listener that is declared. */
export type EventListeners = {
  readonly [E in keyof DomainEvents]: Readonly<Record<(typeof eventListeners)[E][number], Listener<DomainEvents[E]>>>;
};

export const domainEvents = eventBus<DomainEvents>();
