import type { Point } from '@boli/shared/core/fields';

/** OSRM counts in millionths of a degree. */
const DECIMALS = 6;

/** The address of a question to OSRM about these points, for more options: hints for further questions are not sent. */
export function osrmPath(base: string, service: 'route' | 'table' | 'match', points: readonly Point[]): string {
  const path = points.map(({ lat, lng }) => `${lng.toFixed(DECIMALS)},${lat.toFixed(DECIMALS)}`).join(';');
  return `${base}/${service}/v1/driving/${path}?generate_hints=false`;
}
