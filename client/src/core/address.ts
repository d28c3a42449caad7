import type { Point } from '@boli/shared/core/fields';
import { reverseGeocode } from '@boli/shared/geo/geo.endpoints';
import { call } from './api';
import { t } from './t';

const DECIMALS = 6;
const COORDINATES = /^\s*(-?\d{1,3}(?:\.\d+)?)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d+)?)\s*$/;

/** Coordinates with or without labels, in any language: each number has decimals, and nothing follows the second. */
const LABELLED = /^\D*\d{1,3}\.\d{2,}[,;\s]\s*\D*\d{1,3}\.\d{2,}$/;

/** `28.613900, 77.209000`: the text of a point whose address was not found (specification, section 9). */
export function formatCoordinates(point: Point): string {
  return `${point.lat.toFixed(DECIMALS)}, ${point.lng.toFixed(DECIMALS)}`;
}

/** `Lat: 28.613900, Lng: 77.209000`: the text of the device's own position (section 8). */
export function formatLabelledCoordinates(point: Point): string {
  return t('geo.coordinates', { lat: point.lat.toFixed(DECIMALS), lng: point.lng.toFixed(DECIMALS) });
}

/** Whether the text looks like coordinates, in range or not. `110 001` does not: it is a postal code. */
export const looksLikeCoordinates = (text: string): boolean => COORDINATES.test(text) && /[.,;]/.test(text);

/** The point of a text like `28.6139, 77.209`; null for any other text. */
export function parseCoordinates(text: string): Point | null {
  const match = COORDINATES.exec(text);
  if (!match) return null;
  const point = { lat: Number(match[1]), lng: Number(match[2]) };
  return Math.abs(point.lat) <= 90 && Math.abs(point.lng) <= 180 ? point : null;
}

/** An address as a title and what follows it: `Sector 17` and `Chandigarh`. Coordinates stay together in the title. */
export function splitAddress(address: string): { title: string; detail: string } {
  if (LABELLED.test(address)) return { title: address, detail: '' };
  const [title = address, ...rest] = address.split(', ');
  return { title, detail: rest.join(', ') };
}

export type FoundAddress = { found: 'name'; text: string } | { found: 'coordinates' } | { found: 'nothing' };

/**
 * The address at a point: its name, `coordinates` when the lookup knows none, `nothing` when the request failed.
 * Rejects only when `signal` was aborted.
 */
export async function findAddress(point: Point, signal: AbortSignal): Promise<FoundAddress> {
  try {
    const address = await call(reverseGeocode, { query: point, signal });
    return address.source === 'coordinates' ? { found: 'coordinates' } : { found: 'name', text: address.address };
  } catch (error) {
    if (signal.aborted) throw error;
    return { found: 'nothing' };
  }
}
