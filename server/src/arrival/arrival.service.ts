import type { ArrivalRoute, Eta } from '@boli/shared/arrival/arrival.schema';
import type { BookingStatus } from '@boli/shared/bookings/bookings.state';
import { clock } from '../core/clock';
import { logger } from '../core/logger';
import { type DomainEvents, domainEvents } from '../domain-events';
import { keepRideTime } from '../geo/ride-times.service';
import { roadInTraffic } from '../geo/roads.service';
import { countOutcome, countRoute } from './arrival.metrics';
import { pushEta, pushRoute } from './arrival.realtime';
import { planFrom, planOf, storeOutcome } from './arrival.repository';
import { createArrivals } from './arrivals';

/** Logs a failure. Storing an outcome or a ride time is not tried again: a statistic may lack one row of many. */
const failed = (error: unknown) => logger.warn({ err: error }, 'live arrival failed for a booking');

const arrivals = createArrivals({
  now: () => ({ wall: clock.millis(), steady: performance.now() }),
  plan: planOf,
  async route(from, to) {
    const route = await roadInTraffic(from, to);
    countRoute(route.source);
    return route;
  },
  pushRoute,
  pushEta,
  arrived: (bookingId) => domainEvents.emit('driver.arrived', { bookingId }),
  approached: (bookingId, eta) => domainEvents.emit('driver.approached', { bookingId, eta }),
  keepOutcome(outcome) {
    countOutcome(outcome);
    storeOutcome(outcome).catch(failed);
  },
  keepRideTime: (time) => void keepRideTime(time).catch(failed),
  failed,
  after: (ms, run) => void setTimeout(run, ms).unref(),
});

/** Updates the arrival of a booking from its driver's new position. */
export function followDriver({ bookingId, fix: { lat, lng, recordedAt, observedAt } }: DomainEvents['driver.moved']) {
  arrivals.moved(bookingId, { lat, lng, at: recordedAt, steadyAt: observedAt });
}

/**
 * Follows the status of a booking: the leg to the drop starts with the ride, and the arrival is removed when the
 * booking ends.
 */
export function followLeg({ booking }: DomainEvents['booking.changed']): void {
  arrivals.changed(booking._id, planFrom(booking));
}

/** The eta of a booking in this status; null if none is known (any more). */
export const etaOf = (bookingId: string, status: BookingStatus): Eta | null => arrivals.eta(bookingId, status);

/** The route of the driver of a booking in this status; null if none is known (any more). */
export const arrivalRouteOf = (bookingId: string, status: BookingStatus): ArrivalRoute | null =>
  arrivals.route(bookingId, status);

/** Forgets every arrival: when the server stops, and between tests. */
export const forgetArrivals = (): void => arrivals.forgetAll();
