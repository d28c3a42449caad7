import type { Eta } from '@boli/shared/arrival/arrival.schema';
import { shownMinutes } from '@boli/shared/geo/shown-minutes';

/** What was promised of a leg when its minutes were first shown. */
export interface Prediction extends Pick<Eta, 'to' | 'seconds' | 'distance_m' | 'source'> {
  readonly bookingId: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** A prediction with what came true. */
export interface Outcome extends Prediction {
  readonly arrivedAt: number;
  readonly result: 'inside' | 'early' | 'late';
}

/** Shown minutes promise to be right within a minute or a fifth, whichever is more. */
const RANGE_MIN = 1;
const RANGE_SHARE = 0.2;

/** The prediction with what came true: inside the promised range of minutes, before it or after. */
export function outcomeOf(prediction: Prediction, arrivedAt: number): Outcome {
  const promised = shownMinutes(prediction.seconds, prediction.source);
  const late = (arrivedAt - prediction.at) / 60_000 - promised;
  const range = Math.max(RANGE_MIN, promised * RANGE_SHARE);
  const outside = late > 0 ? 'late' : 'early';
  return { ...prediction, arrivedAt, result: Math.abs(late) <= range ? 'inside' : outside };
}
