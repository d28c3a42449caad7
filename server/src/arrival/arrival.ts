import type { Eta, LegEnd } from '@boli/shared/arrival/arrival.schema';
import { type BookingStatus, isTracked } from '@boli/shared/bookings/bookings.state';
import { STALE_FIX_MS } from '@boli/shared/core/constants';
import type { CarFix, Leg } from './leg';
import type { Plan } from './ports';

/** A booking whose driver has sent a position. */
export interface Arrival {
  readonly bookingId: string;
  plan: Plan | null;
  leg: Leg | null;
  fix: CarFix;
  /** The `version` of the `ArrivalRoute` that was pushed last; 0 before the first. */
  version: number;
  /** The text of the eta that was sent last (null before the first), and when it was sent, by the monotonic clock. */
  shown: string | null;
  shownAt: number;
  /** Whether changed minutes wait until they may be sent. */
  isHeldBack: boolean;
  legBeganAt: number;
  /** When the approach to the pickup was last reported, by the monotonic clock. */
  approachedAt: number;
}

/** Whether an arrival is still the current one of its booking: false after it was forgotten or replaced. */
export type IsKept = (arrival: Arrival) => boolean;

/** Creates the arrival of a booking from a position of its driver; the plan is not loaded yet. */
export function newArrival(bookingId: string, fix: CarFix): Arrival {
  return {
    bookingId,
    plan: null,
    leg: null,
    fix,
    version: 0,
    shown: null,
    shownAt: Number.NEGATIVE_INFINITY,
    isHeldBack: false,
    legBeganAt: fix.at,
    approachedAt: Number.NEGATIVE_INFINITY,
  };
}

/** Where the driver of a booking in this status is going. */
export const endOf = (status: BookingStatus): LegEnd => (status === 'in_progress' ? 'drop' : 'pickup');

/** Whether the position of an arrival or a leg is too old at `now`, by the monotonic clock (ms). */
export const isStale = ({ fix }: { readonly fix: CarFix }, now: number): boolean => now - fix.steadyAt > STALE_FIX_MS;

/**
 * The leg of this status with its eta; null if there is none, or if its position is older than 30 seconds at `now`
 * (ms).
 */
export function currentLeg({ leg }: Arrival, status: BookingStatus, now: number): { leg: Leg; eta: Eta } | null {
  if (!leg?.eta || !isTracked(status) || leg.to !== endOf(status)) return null;
  return isStale(leg, now) ? null : { leg, eta: leg.eta };
}
