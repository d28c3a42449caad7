import { isTracked } from '@boli/shared/bookings/bookings.state';
import { ARRIVED_WITHIN_M, ARRIVING_WITHIN_S } from '@boli/shared/core/constants';
import { distanceKm } from '@boli/shared/core/distance';
import { shownRoute } from './announcer';
import { type Arrival, currentLeg, isStale, newArrival } from './arrival';
import type { CarFix } from './leg';
import { createLegs } from './legs';
import type { ArrivalPorts, Arrivals, Plan } from './ports';

const MAX_ARRIVALS = 5_000;
/** An arrival without a position for this long is forgotten: its booking may have ended in another process. */
const IDLE_MS = 10 * 60_000;
/** How often an approach is reported again. */
const APPROACH_EVERY_MS = 15_000;

/** Creates the arrivals of all bookings: each knows the line that its driver follows, and the eta. */
export function createArrivals(ports: ArrivalPorts): Arrivals {
  // Ordered by the last position: the first entry is the oldest.
  const arrivals = new Map<string, Arrival>();
  const isKept = (arrival: Arrival) => arrivals.get(arrival.bookingId) === arrival;
  const legs = createLegs(ports, isKept);

  function begin(bookingId: string, fix: CarFix): void {
    makeRoom(arrivals, fix.steadyAt);
    const arrival = newArrival(bookingId, fix);
    arrivals.set(bookingId, arrival);
    ports.plan(bookingId).then(
      (plan) => {
        if (!isKept(arrival)) return;
        if (!plan || !isTracked(plan.status)) return void arrivals.delete(bookingId);
        legs.take(arrival, plan);
        noteAtPickup(ports, arrival);
      },
      (error: unknown) => {
        // The next position loads the plan again.
        if (isKept(arrival)) arrivals.delete(bookingId);
        ports.failed(error);
      },
    );
  }

  return {
    moved(bookingId, fix) {
      const arrival = arrivals.get(bookingId);
      if (!arrival) return begin(bookingId, fix);
      arrival.fix = fix;
      arrivals.delete(bookingId);
      arrivals.set(bookingId, arrival);
      noteAtPickup(ports, arrival);
      legs.moved(arrival);
      noteApproach(ports, arrival);
    },
    changed(bookingId, plan) {
      const arrival = arrivals.get(bookingId);
      if (!arrival) return;
      if (isTracked(plan.status)) return legs.take(arrival, plan);
      arrivals.delete(bookingId);
      if (plan.status === 'completed') legs.finish(arrival, plan);
    },
    eta(bookingId, status) {
      const arrival = arrivals.get(bookingId);
      return (arrival && currentLeg(arrival, status, ports.now().steady)?.eta) ?? null;
    },
    route(bookingId, status) {
      const arrival = arrivals.get(bookingId);
      const current = arrival && currentLeg(arrival, status, ports.now().steady);
      return current ? shownRoute(arrival, current.leg, current.eta) : null;
    },
    forgetAll: () => arrivals.clear(),
    get size() {
      return arrivals.size;
    },
  };
}

/** Forgets idle arrivals, and the oldest one if there are too many. */
function makeRoom(arrivals: Map<string, Arrival>, now: number): void {
  for (const [bookingId, { fix }] of arrivals) {
    if (arrivals.size < MAX_ARRIVALS && now - fix.steadyAt <= IDLE_MS) return;
    arrivals.delete(bookingId);
  }
}

const isAtPickup = ({ fix }: Arrival, { pickup }: Plan) => distanceKm(fix, pickup) * 1_000 <= ARRIVED_WITHIN_M;

/** Reports the driver's arrival if the position is live and at the pickup. */
function noteAtPickup(ports: ArrivalPorts, arrival: Arrival): void {
  const { bookingId, plan } = arrival;
  if (plan?.status !== 'accepted' || plan.hasArrived || isStale(arrival, ports.now().steady)) return;
  if (isAtPickup(arrival, plan)) ports.arrived(bookingId);
}

/** Reports, every 15 seconds at most, that the driver is about to arrive at the pickup, if the position is live. */
function noteApproach(ports: ArrivalPorts, arrival: Arrival): void {
  const { bookingId, plan } = arrival;
  const { steady } = ports.now();
  if (plan?.status !== 'accepted' || plan.hasArrived || steady - arrival.approachedAt < APPROACH_EVERY_MS) return;
  const eta = currentLeg(arrival, plan.status, steady)?.eta;
  if (!eta || eta.seconds > ARRIVING_WITHIN_S || isAtPickup(arrival, plan)) return;
  arrival.approachedAt = steady;
  ports.approached(bookingId, eta);
}
