import { QUOTE_MARKER_OFFSET_DEG } from '@boli/shared/core/constants';
import type { Point } from '@boli/shared/core/fields';

/** Hashes a text to a number from 0 (inclusive) to 1 (exclusive), by FNV-1a. */
function hashFraction(text: string): number {
  let hash = 2166136261;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16777619);
  hash = Math.imul(hash ^ (hash >>> 15), 2246822507);
  return ((hash ^ (hash >>> 13)) >>> 0) / 4294967296;
}

/**
 * The minimum distance of a price marker from the pickup, as a fraction of the maximum. The marker extends right and up
 * from its position; nearer, it would cover the pickup's pin.
 */
const NEAREST = 0.6;
const FIRST_ANGLE = -0.64 * Math.PI;
const LAST_ANGLE = 0.4 * Math.PI;

/**
 * The maximum distance of a price marker from the pickup, as a fraction of the ride's length. The map shows a short
 * ride at a high zoom, where a larger distance would move the marker far from the pickup on the screen.
 */
const OF_THE_WAY = 0.4;

/** The maximum distance of a ride's price markers from the pickup, in degrees: 0.01, or less if the drop is near. */
export function priceReach(pickup: Point, drop: Point): number {
  const length = Math.hypot(drop.lat - pickup.lat, drop.lng - pickup.lng);
  return Math.min(QUOTE_MARKER_OFFSET_DEG, OF_THE_WAY * length);
}

/**
 * The position of a quote's price marker: at most `most` degrees from the pickup in each direction. It looks random, but
 * is derived from the quote's id, so that a marker never moves.
 */
export function priceMarkerPosition(quoteId: string, pickup: Point, most = QUOTE_MARKER_OFFSET_DEG): Point {
  const angle = FIRST_ANGLE + hashFraction(`${quoteId}/angle`) * (LAST_ANGLE - FIRST_ANGLE);
  const reach = (NEAREST + (1 - NEAREST) * hashFraction(`${quoteId}/reach`)) * most;
  return { lat: pickup.lat + Math.sin(angle) * reach, lng: pickup.lng + Math.cos(angle) * reach };
}
