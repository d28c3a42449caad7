import type { Match, MatchOutcome } from '../geo/matching.service';
import type { Trip } from '../tracking/trip';
import type { StoredDriven } from './bookings.model';

/**
 * The maximum share of positions far from any road: in a car park, in a field, or on a road that is newer than the map.
 */
const MOST_UNMATCHED = 0.2;
/** The valid range of the ratio of matched to recorded length: roads add bends between positions, and remove noise. */
const LEAST_RATIO = 0.7;
const MOST_RATIO = 1.5;
/** Metres; on a short way its start and its end alone account for a difference of this much. */
const SLACK_M = 150;

/**
 * Computes the driven distance and time: along the roads if they fit the recorded positions, else from the positions
 * alone.
 */
export function drivenBy(trip: Trip, match: MatchOutcome): StoredDriven {
  if (isMatch(match) && isPlausible(trip, match)) {
    return { meters: Math.round(match.meters), seconds: trip.seconds, source: 'matched' };
  }
  return { meters: trip.meters, seconds: trip.seconds, source: 'recorded' };
}

/** Whether the router matched the positions to roads. */
export function isMatch(outcome: MatchOutcome): outcome is Match {
  return typeof outcome === 'object';
}

function isPlausible(trip: Trip, { meters, unmatched }: Match): boolean {
  if (unmatched > MOST_UNMATCHED) return false;
  return meters >= trip.meters * LEAST_RATIO - SLACK_M && meters <= trip.meters * MOST_RATIO + SLACK_M;
}
