import type { ArrivalEta, ArrivalRoute, Eta } from '@boli/shared/arrival/arrival.schema';
import type { BookingStatus } from '@boli/shared/bookings/bookings.state';
import type { Point } from '@boli/shared/core/fields';
import type { FinishedRide } from '../geo/ride-times.service';
import type { TrafficRoute } from '../geo/roads.service';
import type { CarFix } from './leg';
import type { Outcome } from './promise';

/** The data of a booking that its arrival depends on. */
export interface Plan {
  readonly status: BookingStatus;
  readonly version: number;
  /** When the booking came into this status (epoch ms). */
  readonly since: number;
  readonly driverId: string;
  readonly pickup: Point;
  readonly drop: Point;
  /** Whether `arrived_at` is set already. */
  readonly hasArrived: boolean;
  /** Whether the time factor may learn from a completed ride: not from one that an admin has to review. */
  readonly isPlausible: boolean;
}

/** The functions that live arrival needs from the rest of the server. Only `plan` and `route` may fail. */
export interface ArrivalPorts {
  /** The wall clock (epoch ms) and the monotonic clock (ms). */
  now(): { wall: number; steady: number };
  plan(bookingId: string): Promise<Plan | null>;
  route(from: Point, to: Point): Promise<TrafficRoute>;
  pushRoute(route: ArrivalRoute): void;
  pushEta(eta: ArrivalEta): void;
  /** Called for each live position at the pickup of an accepted booking, until the plan has an arrival. */
  arrived(bookingId: string): void;
  /**
   * Called while the driver of an accepted booking is at most two minutes away from the pickup; at most every 15
   * seconds, and repeatedly because an earlier call may have failed.
   */
  approached(bookingId: string, eta: Eta): void;
  keepOutcome(outcome: Outcome): void;
  keepRideTime(time: FinishedRide): void;
  failed(error: unknown): void;
  /** Runs a function after this many milliseconds. */
  after(ms: number, run: () => void): void;
}

export interface Arrivals {
  /** Applies a driver's live position. Returns immediately. */
  moved(bookingId: string, fix: CarFix): void;
  /** Follows a booking's changes. A booking that has ended is forgotten. */
  changed(bookingId: string, plan: Plan): void;
  /** The eta of the driver; null if it is unknown, or older than 30 seconds. */
  eta(bookingId: string, status: BookingStatus): Eta | null;
  /** The route of the driver; null if `eta` is null. */
  route(bookingId: string, status: BookingStatus): ArrivalRoute | null;
  forgetAll(): void;
  readonly size: number;
}
