import { z } from 'zod';
import { Live, LiveUpdate, VerificationItem } from '../admin/admin.schema';
import { ArrivalEta, ArrivalRoute } from '../arrival/arrival.schema';
import type { Role } from '../auth/auth.schema';
import { Booking } from '../bookings/bookings.schema';
import { MAX_FAVORITES } from '../core/constants';
import { Id, optional, says, TimeInput, Version } from '../core/fields';
import type { Language } from '../core/messages';
import { AvailabilityInput, DriverProfile, DriverStatus, Earnings } from '../drivers/drivers.schema';
import { AdminStats } from '../ledger/ledger.schema';
import { Notification } from '../notifications/notifications.schema';
import { Quote } from '../rides/quotes.schema';
import { Near, RideRequest } from '../rides/rides.schema';
import { Settlement } from '../settlements/settlements.schema';
import { Fix, FixResult, Position } from '../tracking/tracking.schema';

const RideRef = z.object({ ride_request_id: Id });
const BookingRef = z.object({ booking_id: Id });
const DriverRefs = z.object({ driver_ids: z.array(Id).max(MAX_FAVORITES, says('realtime.too_many_drivers')) });
const Nothing = z.object({});
/**
 * The answer for a request without quotes that is still in the version that the client has. A request with quotes is
 * answered in full, because quotes show fields of drivers that can change without a new version of the request.
 */
const Unchanged = z.object({ unchanged: z.literal(true) });

/** The shape of a client's socket message. */
export interface MessageShape {
  readonly roles: readonly Role[];
  readonly payload: z.ZodType;
  /** The fields that the acknowledgement adds to `{ ok: true }`. */
  readonly ack: z.ZodObject | z.ZodUnion<readonly z.ZodObject[]>;
  /**
   * The cost in tokens of the sender's budget, as for a REST call; 1 by default. Each row of the acknowledgement is
   * charged in addition.
   */
  readonly cost?: number;
}

/** Messages from client to server: the roles that may send them, their payloads and acknowledgements. */
export const clientMessages = {
  'ride:watch': {
    roles: ['customer', 'admin'],
    /** `since` is the version that the client has: see `Unchanged`. */
    payload: RideRef.extend({ since: optional(Version) }),
    ack: z.union([z.object({ ride_request: RideRequest, quotes: z.array(Quote) }), Unchanged]),
  },
  'ride:unwatch': { roles: ['customer', 'admin'], payload: RideRef, ack: Nothing },
  'rides:watch': {
    roles: ['driver'],
    payload: z.object({ near: optional(Near), before: optional(TimeInput) }),
    ack: z.object({ ride_requests: z.array(RideRequest), more: z.boolean(), total: z.number().int() }),
    cost: 5,
  },
  'rides:unwatch': { roles: ['driver'], payload: Nothing, ack: Nothing },
  'booking:watch': {
    roles: ['customer', 'driver', 'admin'],
    payload: BookingRef,
    ack: z.object({ booking: Booking, position: Position.nullable(), route: ArrivalRoute.nullable() }),
  },
  'booking:unwatch': { roles: ['customer', 'driver', 'admin'], payload: BookingRef, ack: Nothing },
  'booking:location': { roles: ['driver'], payload: BookingRef.extend(Fix.shape), ack: FixResult },
  'drivers:watch': {
    roles: ['customer'],
    payload: DriverRefs,
    ack: z.object({ drivers: z.array(DriverStatus) }),
  },
  'drivers:unwatch': { roles: ['customer'], payload: DriverRefs, ack: Nothing },
  'driver:availability': {
    roles: ['driver'],
    payload: AvailabilityInput,
    ack: z.object({ is_available: z.boolean() }),
  },
  'admin:watch': { roles: ['admin'], payload: Nothing, ack: z.object({ live: Live }) },
  'admin:unwatch': { roles: ['admin'], payload: Nothing, ack: Nothing },
} as const satisfies Record<string, MessageShape>;

export type ClientMessage = keyof typeof clientMessages;
export type ClientPayload<M extends ClientMessage> = z.input<(typeof clientMessages)[M]['payload']>;
export type AckOf<M extends ClientMessage> =
  | ({ ok: true } & z.output<(typeof clientMessages)[M]['ack']>)
  | { ok: false; status: number; detail: string; code: string };

/** The reasons for which the server disconnects the sockets of a session. */
export const sessionEnds = [
  'expired',
  'logged_out',
  'revoked',
  'password_changed',
  'suspended',
  'account_changed',
] as const;

/** Events from server to client. */
const serverEvents = {
  'ride:created': z.object({ ride_request: RideRequest }),
  'ride:updated': z.object({ ride_request: RideRequest }),
  /**
   * For drivers: the request is no longer open to them. `version` orders this among the `ride:updated` events of the
   * request.
   */
  'ride:closed': z.object({ ride_request_id: Id, version: Version }),
  'quote:created': z.object({ quote: Quote }),
  'quote:updated': z.object({ quote: Quote }),
  'quote:withdrawn': z.object({ quote: Quote }),
  'booking:created': z.object({ booking: Booking }),
  'booking:updated': z.object({ booking: Booking }),
  'booking:location': Position,
  'booking:route': ArrivalRoute,
  'booking:eta': ArrivalEta,
  'driver:updated': z.union([z.object({ profile: DriverProfile }), DriverStatus]),
  'earnings:updated': z.object({ earnings: Earnings }),
  'settlement:updated': z.object({ settlement: Settlement }),
  'verification:updated': z.object({ item: VerificationItem }),
  'notification:created': z.object({ notification: Notification }),
  'notification:read': z.object({ ids: z.array(Id).nullable(), unread: z.number().int() }),
  'stats:updated': z.object({ stats: AdminStats }),
  'live:updated': LiveUpdate,
  'sync:required': Nothing,
  /**
   * The server will stop, and closes this connection now: reconnect without a delay. If there is another server, it
   * accepts the client.
   */
  'server:stopping': Nothing,
  'session:ended': z.object({ reason: z.enum(sessionEnds) }),
} as const satisfies Record<string, z.ZodType>;

export type ServerEvent = keyof typeof serverEvents;
export type ServerPayload<E extends ServerEvent> = z.output<(typeof serverEvents)[E]>;

export type ServerToClientEvents = { [E in ServerEvent]: (payload: ServerPayload<E>) => void };
/** Between payload and acknowledgement a client may name the message's trace by a `traceparent` (docs/REALTIME.md). */
export type ClientToServerEvents = {
  [M in ClientMessage]: (payload: ClientPayload<M>, ack?: (answer: AckOf<M>) => void) => void;
};

export type SessionEnd = (typeof sessionEnds)[number];

/** Identifies a token by its session, or by its own id if it was issued before sessions existed. */
export type TokenId = { readonly sid: string } | { readonly jti: string | null };

/** The data of a socket, set by its handshake. */
export interface SocketData {
  userId: string;
  role: Role;
  name: string;
  /** The language of the texts sent to this socket. */
  language: Language;
  /** The IP address of the client. */
  address: string;
  /** Token version and token id at the handshake, and when the token expires (epoch milliseconds). */
  tokenVersion: number;
  tokenId: TokenId;
  expiresAt: number;
}
