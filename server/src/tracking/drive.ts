import { MAX_CAR_KMH } from '@boli/shared/core/constants';
import { distanceKm } from '@boli/shared/core/distance';
import type { TrailPoint } from './plausibility';
import { recordedTrail } from './positions';

/** Metres; a shorter move is the noise of a device that stands still. */
const LEAST_MOVE_M = 15;
/** A faster move is a jump of the device, even between positions without a flag. */
const FASTEST_M_PER_S = MAX_CAR_KMH / 3.6;
/** Milliseconds by which phones' clocks may differ from the server's. */
const CLOCK_SLACK_MS = 5_000;

/** The metres driven by the recorded trail of a booking within a period; null with fewer than two positions. */
export async function recordedDrive(bookingId: string, period: { from: Date; to: Date }): Promise<number | null> {
  const trail = within(await recordedTrail(bookingId), period);
  return drivenMetres(trail.filter(([, , , flag]) => flag === undefined));
}

/** The points of a trail that were recorded within a period, or up to five seconds outside it. */
export function within(trail: readonly TrailPoint[], period: { from: Date; to: Date }): TrailPoint[] {
  const [from, to] = [period.from.getTime() - CLOCK_SLACK_MS, period.to.getTime() + CLOCK_SLACK_MS];
  return trail.filter(([, , at]) => at >= from && at <= to);
}

/**
 * The length of a trail in whole metres, without the noise of a standing car and without impossible jumps; null for
 * fewer than two points.
 */
export function drivenMetres(trail: readonly TrailPoint[]): number | null {
  const [first, ...rest] = trail;
  if (!first || rest.length === 0) return null;
  let last = first;
  let sum = 0;
  for (const point of rest) {
    const metres = distanceKm(place(last), place(point)) * 1_000;
    if (metres < LEAST_MOVE_M) continue;
    const seconds = (point[2] - last[2]) / 1_000;
    if (metres <= seconds * FASTEST_M_PER_S) sum += metres;
    last = point;
  }
  return Math.round(sum);
}

const place = ([lat, lng]: TrailPoint) => ({ lat, lng });
