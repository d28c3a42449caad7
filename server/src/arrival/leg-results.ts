import { distanceKm } from '@boli/shared/core/distance';
import type { Arrival } from './arrival';
import type { Leg } from './leg';
import { ratioOf } from './pace';
import type { ArrivalPorts, Plan } from './ports';
import { outcomeOf } from './promise';

/**
 * A leg that ends by a change of status counts as driven to its end if the driver was at most this far from the end.
 */
const NEAR_END_KM = 0.3;

/** Reports the prediction of an ended leg with its actual arrival; does nothing if one of the two is missing. */
export function keepOutcome(ports: ArrivalPorts, leg: Leg): void {
  if (!leg.prediction) return;
  const isNear = distanceKm(leg.fix, leg.target) <= NEAR_END_KM;
  leg.reachedAt ??= isNear ? ports.now().wall : null;
  if (leg.reachedAt !== null) ports.keepOutcome(outcomeOf(leg.prediction, leg.reachedAt));
}

/** Reports the ratio of a completed ride's duration to its free-flow duration, from which the time factor is learned. */
export function keepRideTime(ports: ArrivalPorts, { bookingId, legBeganAt }: Arrival, leg: Leg, plan: Plan): void {
  const { wholeFree, pace, to } = leg;
  if (to !== 'drop' || plan.status !== 'completed' || !plan.isPlausible || wholeFree === null) return;
  const ratio = ratioOf(pace, wholeFree);
  if (ratio === null || leg.reachedAt === null || !leg.isWhole) return;
  ports.keepRideTime({ bookingId, driverId: plan.driverId, at: legBeganAt, place: leg.target, ratio });
}
