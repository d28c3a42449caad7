import type { Match, MatchOutcome } from '../geo/matching.service';
import type { Trip } from '../tracking/trip';
import type { StoredDriven } from './bookings.model';

/** Positions beside any road: a car park, a field, a map that is older than the road. */
const MOST_UNMATCHED = 0.2;
/** What the roads may add to the recorded positions, or take from them: bends between them, and noise. */
const LEAST_RATIO = 0.7;
const MOST_RATIO = 1.5;
/** On a short way the ends alone make a difference. Metres. */
const SLACK_M = 150;

/** What was driven: along the roads where they fit what was recorded, else by the recorded positions alone. */
export function drivenBy(trip: Trip, match: MatchOutcome): StoredDriven {
  if (isMatch(match) && isPlausible(trip, match)) {
    return { meters: Math.round(match.meters), seconds: trip.seconds, source: 'matched' };
  }
  return { meters: trip.meters, seconds: trip.seconds, source: 'recorded' };
}

export function isMatch(outcome: MatchOutcome): outcome is Match {
  return typeof outcome === 'object';
}

function isPlausible(trip: Trip, { meters, unmatched }: Match): boolean {
  if (unmatched > MOST_UNMATCHED) return false;
  return meters >= trip.meters * LEAST_RATIO - SLACK_M && meters <= trip.meters * MOST_RATIO + SLACK_M;
}
