import type { Eta } from '@boli/shared/arrival/arrival.schema';
import { shownMinutes } from '@boli/shared/geo/shown-minutes';

/** The eta of a leg when its minutes were first shown. */
export interface Prediction extends Pick<Eta, 'to' | 'seconds' | 'distance_m' | 'source'> {
  readonly bookingId: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** A prediction with the actual time of arrival. */
export interface Outcome extends Prediction {
  readonly reachedAt: number;
  readonly result: 'inside' | 'early' | 'late';
}

/** A prediction counts as right within one minute or a fifth of the shown minutes, whichever is more. */
const RANGE_MIN = 1;
const RANGE_SHARE = 0.2;

/** Compares a prediction with the actual arrival: inside the promised range of minutes, before it or after it. */
export function outcomeOf(prediction: Prediction, reachedAt: number): Outcome {
  const promised = shownMinutes(prediction.seconds, prediction.source);
  const late = (reachedAt - prediction.at) / 60_000 - promised;
  const range = Math.max(RANGE_MIN, promised * RANGE_SHARE);
  const outside = late > 0 ? 'late' : 'early';
  return { ...prediction, reachedAt, result: Math.abs(late) <= range ? 'inside' : outside };
}
