import { distanceKm } from '@boli/shared/core/distance';
import type { Point } from '@boli/shared/core/fields';
import { decodePolyline } from '@boli/shared/geo/polyline';
import { installedCity } from '../city/city.launch';
import { logger } from '../core/logger';
import { currentRouter } from './roads.service';
import { type Router, TooBig } from './router';
import type { Trace } from './trace';

/** Positions matched to the road. */
export interface Match {
  meters: number;
  /** Polylines with six decimals; more than one if the match is interrupted. */
  lines: string[];
  /** The share of the positions that lie on no road, from 0 to 1. */
  unmatched: number;
}

/**
 * `none`: there is no router, or the router knows no road near the positions. `away`: the router did not answer, and
 * the match may be tried again later.
 */
export type MatchOutcome = Match | 'none' | 'away';

/** Milliseconds; no person waits for a match. */
const ANSWER_WITHIN_MS = 10_000;
const TRIES = 2;
/** Every service accepts at least this many positions in one call. */
const FEWEST_POSITIONS = 10;

/**
 * Matches a recorded trip to roads, and adds up the metres and lines of its `legs`, the pieces between two gaps in the
 * recording. Never rejects.
 */
export async function matchToRoads(legs: readonly (readonly Point[])[], signal: AbortSignal): Promise<MatchOutcome> {
  const end = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]);
  for (let attempt = 0; attempt < TRIES && !end.aborted; attempt++) {
    const router = currentRouter();
    // The process of an installed city may be restarting.
    if (!router) return installedCity()?.file.roads ? 'away' : 'none';
    try {
      return await matchLegs(router, legs, end);
    } catch (error) {
      // The child process that serves the city may just have been restarted.
      logger.warn({ err: error, attempt }, 'the router failed to match a recorded trip');
    }
  }
  return 'away';
}

async function matchLegs(
  router: Router,
  legs: readonly (readonly Point[])[],
  signal: AbortSignal,
): Promise<Match | 'none'> {
  let meters = 0;
  let unmatched = 0;
  let asked = 0;
  const lines: string[] = [];
  for (const leg of legs) {
    let end: Point | null = null;
    for (const chunk of chunksOf(leg, router.maxTracePoints)) {
      const trace = await traceInParts(router, chunk, signal);
      asked += chunk.length;
      unmatched += trace.unmatched;
      for (const way of trace.ways) {
        const points = decodePolyline(way.shape);
        meters += way.meters + gapBetween(end, points[0]);
        end = points.at(-1) ?? end;
        lines.push(way.shape);
      }
    }
  }
  return lines.length === 0 ? 'none' : { meters, lines, unmatched: unmatched / asked };
}

/** Traces a chunk; if the service rejects it as too big, traces both halves instead. Rejects as `Router.trace` does. */
async function traceInParts(router: Router, points: readonly Point[], signal: AbortSignal): Promise<Trace> {
  try {
    return (await router.trace(points, signal)) ?? { ways: [], unmatched: points.length };
  } catch (error) {
    if (!(error instanceof TooBig) || points.length < FEWEST_POSITIONS * 2) throw error;
  }
  const middle = points.length >> 1;
  const first = await traceInParts(router, points.slice(0, middle + 1), signal);
  const second = await traceInParts(router, points.slice(middle), signal);
  return { ways: [...first.ways, ...second.ways], unmatched: first.unmatched + second.unmatched };
}

/** The metres to add if a match is interrupted: the straight line, because the car drove at least that far. */
function gapBetween(end: Point | null, start: Point | undefined): number {
  return end && start ? distanceKm(end, start) * 1_000 : 0;
}

/**
 * Splits the points into chunks of at most `size`, each beginning with the last point of the one before; none for a
 * single point.
 */
function chunksOf(points: readonly Point[], size: number): Point[][] {
  const chunks: Point[][] = [];
  for (let from = 0; from < points.length - 1; from += size - 1) chunks.push(points.slice(from, from + size));
  return chunks;
}
