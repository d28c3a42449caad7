import { z } from 'zod';
import { VerificationItem } from '../admin/admin.schema';
import type { Role } from '../auth/auth.schema';
import { Booking, Fix } from '../bookings/bookings.schema';
import { Id, Timestamp } from '../core/fields';
import { AvailabilityInput, DriverProfile, Earnings, VerificationStatus } from '../drivers/drivers.schema';
import { Quote } from '../quotes/quotes.schema';
import { RideRequest } from '../rides/rides.schema';
import { Settlement } from '../settlements/settlements.schema';

/** A live position. `seq` never goes back: max(last + 1, server milliseconds). */
export const Position = z.object({
  booking_id: Id,
  lat: z.number(),
  lng: z.number(),
  heading: z.number().nullable(),
  speed: z.number().nullable(),
  recorded_at: Timestamp,
  seq: z.number().int(),
});
export type Position = z.infer<typeof Position>;

const RideRef = z.object({ ride_request_id: Id });
const BookingRef = z.object({ booking_id: Id });
const Nothing = z.object({});

interface MessageShape {
  readonly roles: readonly Role[];
  readonly payload: z.ZodType;
  /** What the acknowledgement adds to `{ ok: true }`. */
  readonly ack: z.ZodObject;
}

/** Client to server: who may send it, what it carries, what the acknowledgement adds. */
export const clientMessages = {
  'ride:watch': {
    roles: ['customer', 'admin'],
    payload: RideRef,
    ack: z.object({ ride_request: RideRequest, quotes: z.array(Quote) }),
  },
  'ride:unwatch': { roles: ['customer', 'admin'], payload: RideRef, ack: Nothing },
  'rides:watch': { roles: ['driver'], payload: Nothing, ack: z.object({ ride_requests: z.array(RideRequest) }) },
  'rides:unwatch': { roles: ['driver'], payload: Nothing, ack: Nothing },
  'booking:watch': {
    roles: ['customer', 'driver', 'admin'],
    payload: BookingRef,
    ack: z.object({ booking: Booking, position: Position.nullable() }),
  },
  'booking:unwatch': { roles: ['customer', 'driver', 'admin'], payload: BookingRef, ack: Nothing },
  'booking:location': { roles: ['driver'], payload: BookingRef.extend(Fix.shape), ack: Nothing },
  'driver:availability': {
    roles: ['driver'],
    payload: AvailabilityInput,
    ack: z.object({ is_available: z.boolean() }),
  },
} as const satisfies Record<string, MessageShape>;

export type ClientMessage = keyof typeof clientMessages;
export type ClientPayload<M extends ClientMessage> = z.input<(typeof clientMessages)[M]['payload']>;
export type AckOf<M extends ClientMessage> =
  | ({ ok: true } & z.output<(typeof clientMessages)[M]['ack']>)
  | { ok: false; status: number; detail: string; code: string };

/** Server to client. */
export const serverEvents = {
  'ride:created': z.object({ ride_request: RideRequest }),
  'ride:updated': z.object({ ride_request: RideRequest }),
  'quote:created': z.object({ quote: Quote }),
  'quote:updated': z.object({ quote: Quote }),
  'quote:withdrawn': z.object({ quote: Quote }),
  'booking:created': z.object({ booking: Booking }),
  'booking:updated': z.object({ booking: Booking }),
  'booking:location': Position,
  'driver:updated': z.union([
    z.object({ profile: DriverProfile }),
    z.object({ driver_id: Id, is_available: z.boolean(), verification_status: VerificationStatus }),
  ]),
  'earnings:updated': z.object({ earnings: Earnings }),
  'settlement:updated': z.object({ settlement: Settlement }),
  'verification:updated': z.object({ item: VerificationItem }),
  'sync:required': Nothing,
  'session:ended': z.object({ reason: z.string() }),
} as const satisfies Record<string, z.ZodType>;

export type ServerEvent = keyof typeof serverEvents;
export type ServerPayload<E extends ServerEvent> = z.output<(typeof serverEvents)[E]>;

export type ServerToClientEvents = { [E in ServerEvent]: (payload: ServerPayload<E>) => void };
export type ClientToServerEvents = {
  [M in ClientMessage]: (payload: ClientPayload<M>, ack?: (answer: AckOf<M>) => void) => void;
};

/** What the hub knows of a socket after the handshake. */
export interface SocketData {
  userId: string;
  role: Role;
  name: string;
  /** Token version at the handshake, and when the token ends (epoch milliseconds). */
  tokenVersion: number;
  expiresAt: number;
}
