import type { Eta, LegEnd } from '@boli/shared/arrival/arrival.schema';
import { distanceKm } from '@boli/shared/core/distance';
import type { Point } from '@boli/shared/core/fields';
import { type Line, lineOf, OFF_M, progressOn } from '@boli/shared/geo/line';
import { estimateRoute } from '../geo/estimate';
import type { TrafficRoute } from '../geo/roads.service';
import { MAX_SHAPE_LENGTH, thinPolyline } from '../geo/thin';
import { addMove, noPace, type Pace, withoutPending } from './pace';
import type { Prediction } from './promise';
import { type Asked, countOff, hasLeft } from './reroute';

/** A position: `at` by the server's clock (epoch ms), `steadyAt` by its monotonic clock (ms). */
export interface CarFix extends Point {
  readonly at: number;
  readonly steadyAt: number;
}

/** The line that a driver follows, with the seconds that the whole line takes in traffic and on free roads. */
interface Followed {
  readonly line: Line;
  /** The thinned line, which is shown; positions are matched to the full line. */
  readonly shape: string;
  readonly seconds: number;
  readonly freeSeconds: number;
}

/** The fields of a leg that are known before the first request to the router. */
type LegBeginning = Pick<Leg, 'bookingId' | 'to' | 'target' | 'fix' | 'isWhole'>;

/** One way of a driver, to the pickup or to the drop. */
export interface Leg {
  readonly bookingId: string;
  readonly to: LegEnd;
  readonly target: Point;
  fix: CarFix;
  followed: Followed | null;
  /** Metres along the line: the current place of the driver, and the furthest place so far. */
  along: number;
  furthest: number;
  /** When the driver was last on the line, by the monotonic clock (ms). */
  onLineAt: number;
  offInARow: number;
  asked: Asked;
  isAsking: boolean;
  /** Whether the router has answered at least once, with or without a road. */
  isAnswered: boolean;
  eta: Eta | null;
  pace: Pace;
  /** Seconds that the first line of this leg takes on free roads; null without a road. */
  wholeFree: number | null;
  /** Whether the leg was followed from its start: predictions and ride times of other legs are not kept. */
  readonly isWhole: boolean;
  prediction: Prediction | null;
  /**
   * When the driver reached the end of the leg (epoch ms); null again after the driver has left it. `arrived_at` of the
   * booking is a separate value: the arrival at the pickup that people see.
   */
  reachedAt: number | null;
}

/** A driver within this distance of the end of a leg has reached it. */
const REACHED_KM = 0.075;
/** A driver who then moves further away than this has only driven past the end of the leg. */
const LEFT_KM = 0.15;

/** Starts a leg at the driver's position; it has no line yet. */
export function newLeg({ bookingId, to, target, fix, isWhole }: LegBeginning): Leg {
  return {
    bookingId,
    to,
    target,
    fix,
    isWhole,
    followed: null,
    along: 0,
    furthest: 0,
    onLineAt: fix.steadyAt,
    offInARow: 0,
    asked: { at: Number.NEGATIVE_INFINITY, routes: 0, failures: 0 },
    isAsking: false,
    isAnswered: false,
    eta: null,
    pace: noPace,
    wholeFree: null,
    prediction: null,
    reachedAt: null,
  };
}

/**
 * Advances the leg by a position. Returns whether a new route is needed: there is no line, or the driver has left it.
 */
export function advance(leg: Leg, fix: CarFix): boolean {
  leg.fix = fix;
  const hadReachedEnd = leg.reachedAt !== null;
  noteReached(leg);
  if (!leg.followed) return true;
  const { line, seconds, freeSeconds } = leg.followed;
  const { off, along } = progressOn(line, fix, { from: leg.along, reach: OFF_M });
  leg.offInARow = countOff(leg.offInARow, off);
  if (hasLeft(leg.offInARow, off)) return true;
  if (leg.offInARow > 0) return false;
  leg.along = along;
  const meters = Math.max(0, along - leg.furthest);
  leg.furthest = Math.max(leg.furthest, along);
  const passed = (fix.steadyAt - leg.onLineAt) / 1_000;
  leg.onLineAt = fix.steadyAt;
  // A driver who has reached the end waits and is paid: that time is not traffic.
  if (hadReachedEnd) leg.pace = withoutPending(leg.pace);
  else leg.pace = addMove(leg.pace, { meters, seconds: passed, freeSeconds: (meters / line.meters) * freeSeconds });
  const left = 1 - along / line.meters;
  leg.eta = etaOf(leg, { seconds: seconds * left, meters: line.meters * left, source: 'roads' });
  return false;
}

/** Records that the driver has reached the end of the leg, or has left it again. */
function noteReached(leg: Leg): void {
  const away = distanceKm(leg.fix, leg.target);
  if (away <= REACHED_KM) leg.reachedAt ??= leg.fix.at;
  else if (away > LEFT_KM) leg.reachedAt = null;
}

/**
 * Applies an answer of the router, matched to the driver's current position. Returns whether the route that is shown
 * has changed.
 */
export function follow(leg: Leg, route: TrafficRoute): boolean {
  const { shape } = route;
  const line = shape === null ? null : lineOf(shape);
  const isNew = line !== null || leg.followed !== null || !leg.isAnswered;
  leg.isAnswered = true;
  leg.offInARow = 0;
  if (!line || shape === null) {
    leg.followed = null;
    leg.asked = { ...leg.asked, failures: leg.asked.failures + 1 };
    estimate(leg);
    return isNew;
  }
  leg.asked = { ...leg.asked, failures: 0 };
  leg.followed = {
    line,
    shape: thinPolyline(shape, MAX_SHAPE_LENGTH),
    seconds: route.duration_s,
    freeSeconds: route.duration_s / route.traffic,
  };
  leg.wholeFree ??= leg.followed.freeSeconds;
  // The driver has moved while the router computed the answer.
  leg.along = progressOn(line, leg.fix, { from: 0, reach: OFF_M }).along;
  leg.furthest = leg.along;
  leg.onLineAt = leg.fix.steadyAt;
  const left = 1 - leg.along / line.meters;
  leg.eta = etaOf(leg, { seconds: route.duration_s * left, meters: line.meters * left, source: 'roads' });
  return isNew;
}

/** Estimates the eta from the straight line, while no road is known. */
export function estimate(leg: Leg): void {
  const { duration_s: seconds, distance_km } = estimateRoute(leg.fix, leg.target);
  leg.eta = etaOf(leg, { seconds, meters: distance_km * 1_000, source: 'estimate' });
}

function etaOf(leg: Leg, { seconds, meters, source }: { seconds: number; meters: number; source: Eta['source'] }): Eta {
  const at = new Date(leg.fix.at).toISOString();
  return { to: leg.to, seconds: Math.round(seconds), distance_m: Math.round(meters), at, source };
}
