import type { Point } from '@boli/shared/core/fields';

/** OSRM counts in millionths of a degree. */
const DECIMALS = 6;

/**
 * The URL of a request to OSRM about these points. Its query turns off hints, which only further requests would use;
 * callers append their own options.
 */
export function osrmPath(base: string, service: 'route' | 'table' | 'match', points: readonly Point[]): string {
  const path = points.map(({ lat, lng }) => `${lng.toFixed(DECIMALS)},${lat.toFixed(DECIMALS)}`).join(';');
  return `${base}/${service}/v1/driving/${path}?generate_hints=false`;
}
