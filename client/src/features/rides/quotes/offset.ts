import { QUOTE_MARKER_OFFSET_DEG } from '@boli/shared/core/constants';
import type { Point } from '@boli/shared/core/fields';

/** A number from 0 to 1 that belongs to a text for ever (FNV-1a). */
function chance(text: string): number {
  let hash = 2166136261;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16777619);
  hash = Math.imul(hash ^ (hash >>> 15), 2246822507);
  return ((hash ^ (hash >>> 13)) >>> 0) / 4294967296;
}

/** Closer than this, or to the left of it, a bubble would cover the pickup's pin: it grows right and up from its corner. */
const NEAREST = 0.6;
const FIRST_ANGLE = -0.64 * Math.PI;
const LAST_ANGLE = 0.4 * Math.PI;

/**
 * Where a quote's price stands: near the pickup, at most 0.01 degrees away in each direction. It looks random and is
 * derived from the quote's id, so that a marker never jumps.
 */
export function priceSpot(quoteId: string, pickup: Point): Point {
  const angle = FIRST_ANGLE + chance(`${quoteId}/angle`) * (LAST_ANGLE - FIRST_ANGLE);
  const reach = (NEAREST + (1 - NEAREST) * chance(`${quoteId}/reach`)) * QUOTE_MARKER_OFFSET_DEG;
  return { lat: pickup.lat + Math.sin(angle) * reach, lng: pickup.lng + Math.cos(angle) * reach };
}
