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
 * The minimum distance of a bubble, which grows right and up from its corner, so that it does not cover the pickup's
 * pin.
 */
const NEAREST = 0.6;
const FIRST_ANGLE = -0.64 * Math.PI;
const LAST_ANGLE = 0.4 * Math.PI;

/**
 * The position of a quote's price marker: at most 0.01 degrees from the pickup in each direction. It looks random, but
 * is derived from the quote's id, so that a marker never moves.
 */
export function priceMarkerPosition(quoteId: string, pickup: Point): Point {
  const angle = FIRST_ANGLE + hashFraction(`${quoteId}/angle`) * (LAST_ANGLE - FIRST_ANGLE);
  const reach = (NEAREST + (1 - NEAREST) * hashFraction(`${quoteId}/reach`)) * QUOTE_MARKER_OFFSET_DEG;
  return { lat: pickup.lat + Math.sin(angle) * reach, lng: pickup.lng + Math.cos(angle) * reach };
}
