import type { TrafficRoute } from '../geo/roads.service';
import { createAnnouncer } from './announcer';
import { type Arrival, endOf, type IsKept, isStale } from './arrival';
import { advance, estimate, follow, type Leg, newLeg } from './leg';
import { keepOutcome, keepRideTime } from './leg-results';
import type { ArrivalPorts, Plan } from './ports';
import { createRouteRequests } from './route-requests';

/**
 * A leg whose first position comes later than this after the start of the leg was not observed from its start, for
 * example because the server was restarted.
 */
const JOINED_AFTER_MS = 60_000;

/** Starts, advances and ends the legs of the arrivals: the way to the pickup, then the way to the drop. */
export interface Legs {
  /** Stores the plan unless a newer plan is stored. Starts the leg that the plan requires unless it is the current leg. */
  take(arrival: Arrival, plan: Plan): void;
  /** Advances the leg to the arrival's position. */
  moved(arrival: Arrival): void;
  /** Ends the last leg of a completed booking. */
  finish(arrival: Arrival, plan: Plan): void;
}

/** Creates the legs of all arrivals; a route for an arrival that is no longer kept is ignored. */
export function createLegs(ports: ArrivalPorts, isKept: IsKept): Legs {
  const announcer = createAnnouncer(ports, isKept);
  const requestRoute = createRouteRequests(ports);

  /**
   * Requests a route if the leg needs one, estimates the eta unless the answer will soon give it, and announces the minutes.
   */
  function proceed(arrival: Arrival, leg: Leg, needsRoute: boolean): void {
    if (needsRoute) {
      requestRoute(leg, (route) => answered(arrival, leg, route));
      // The router's answer arrives soon and contains the line and the minutes.
      const awaitsLine = leg.isAsking && (leg.followed !== null || !leg.isAnswered);
      if (!awaitsLine) estimate(leg);
    }
    announcer.minutes(arrival, leg);
  }

  function answered(arrival: Arrival, leg: Leg, route: TrafficRoute): void {
    if (isKept(arrival) && arrival.leg === leg && follow(leg, route)) announcer.line(arrival, leg);
  }

  return {
    take(arrival, plan) {
      if (arrival.plan && arrival.plan.version > plan.version) return;
      arrival.plan = plan;
      const to = endOf(plan.status);
      if (arrival.leg?.to === to) return;
      if (arrival.leg) keepOutcome(ports, arrival.leg);
      const { bookingId, fix } = arrival;
      const target = to === 'drop' ? plan.drop : plan.pickup;
      const leg = newLeg({ bookingId, to, target, fix, isWhole: fix.at - plan.since <= JOINED_AFTER_MS });
      arrival.leg = leg;
      arrival.legBeganAt = fix.at;
      if (!isStale(leg, ports.now().steady)) proceed(arrival, leg, true);
    },
    moved(arrival) {
      if (arrival.leg) proceed(arrival, arrival.leg, advance(arrival.leg, arrival.fix));
    },
    finish(arrival, plan) {
      if (!arrival.leg) return;
      keepOutcome(ports, arrival.leg);
      keepRideTime(ports, arrival, arrival.leg, plan);
    },
  };
}
