import type { Point } from '@boli/shared/core/fields';

/** Animates a position linearly from the shown position to the newest one. */
export interface Glide {
  /** The shown position. */
  shown: () => Point;
  /** Starts towards `to`; `show` is called in each frame of the glide, and once for a jump. */
  moveTo: (to: Point, show: (at: Point) => void) => void;
  stop: () => void;
}

const SHORTEST_MS = 250;
/** The maximum duration of a glide in ms: positions come about once a second, but there may be longer pauses. */
const LONGEST_MS = 2_000;
/** Degrees (about 2 km); a greater distance is not a drive between two positions. */
const LEAP_DEG = 0.02;

const isLeap = (from: Point, to: Point) =>
  Math.abs(from.lat - to.lat) > LEAP_DEG || Math.abs(from.lng - to.lng) > LEAP_DEG;

/** The duration of a glide in ms, for a last fix `since` ms ago. */
export function glideDuration(since: number): number {
  return Math.min(Math.max(since, SHORTEST_MS), LONGEST_MS);
}

/** A glide that starts at `start`. `isStill` returns, at each move, whether motion is to be reduced. */
export function createGlide(start: Point, isStill: () => boolean): Glide {
  let at = start;
  let frame = 0;
  let lastFix = 0;
  const stop = () => cancelAnimationFrame(frame);
  const moveTo = (to: Point, show: (at: Point) => void) => {
    stop();
    const began = performance.now();
    const duration = glideDuration(began - lastFix);
    lastFix = began;
    const from = at;
    if (isStill() || isLeap(from, to)) {
      at = to;
      show(at);
      return;
    }
    const step = (now: number) => {
      const part = Math.min(Math.max((now - began) / duration, 0), 1);
      at = { lat: from.lat + (to.lat - from.lat) * part, lng: from.lng + (to.lng - from.lng) * part };
      show(at);
      if (part < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
  };
  return { shown: () => at, moveTo, stop };
}
