import type { TrafficRoute } from '../geo/roads.service';
import type { Leg } from './leg';
import type { ArrivalPorts } from './ports';
import { mayAsk } from './reroute';

/** The maximum number of concurrent calls to the router; beyond it a leg tries again at its next position. */
const ASKING = 4;

/** Requests the route for the rest of a leg, if another request is allowed now. Calls `onRoute` later, or never. */
export type RequestRoute = (leg: Leg, onRoute: (route: TrafficRoute) => void) => void;

/**
 * Creates the function by which all arrivals request routes: at most `ASKING` concurrent requests, and at most one
 * for each leg.
 */
export function createRouteRequests(ports: ArrivalPorts): RequestRoute {
  let asking = 0;
  return (leg, onRoute) => {
    const { steady } = ports.now();
    if (leg.isAsking || !mayAsk(leg.asked, leg.fix.steadyAt, steady)) return;
    if (asking >= ASKING) return;
    asking += 1;
    leg.isAsking = true;
    leg.asked = { ...leg.asked, at: steady, routes: leg.asked.routes + 1 };
    ports
      .route(leg.fix, leg.target)
      .then(onRoute)
      .catch(ports.failed)
      .finally(() => {
        asking -= 1;
        leg.isAsking = false;
      });
  };
}
