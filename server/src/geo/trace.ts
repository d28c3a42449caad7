import type { Point } from '@boli/shared/core/fields';
import { z } from 'zod';
import { osrmPath } from './osrm-path';

/** The roads that recorded positions follow; several ways if the match is interrupted. */
export interface Trace {
  ways: { meters: number; shape: string }[];
  /** How many of the positions lie on no road. */
  unmatched: number;
}

interface TraceDialect {
  request(base: string, points: readonly Point[]): Request;
  /** The maximum number of positions in one call with the default settings of a service. */
  maxPoints: number;
}

/** Metres: the accuracy of phones' receivers, and the radius within which a position is matched to a road. */
const GPS_ACCURACY = 10;
const SEARCH_RADIUS = 40;

/**
 * The trace requests of each service. Those to Valhalla select the format of OSRM, in which Valhalla returns every part
 * of an interrupted match.
 */
export const traceRequests: Readonly<Record<'valhalla' | 'osrm', TraceDialect>> = {
  valhalla: {
    maxPoints: 500,
    request: (base, points) => {
      const query = {
        shape: points.map(({ lat, lng }) => ({ lat, lon: lng })),
        costing: 'auto',
        shape_match: 'map_snap',
        trace_options: { gps_accuracy: GPS_ACCURACY, search_radius: SEARCH_RADIUS },
        format: 'osrm',
        shape_format: 'polyline6',
        directions_type: 'none',
      };
      return new Request(`${base}/trace_route`, { method: 'POST', body: JSON.stringify(query) });
    },
  },
  osrm: {
    // OSRM's default for `--max-matching-size`.
    maxPoints: 100,
    request: (base, points) => {
      const radiuses = points.map(() => GPS_ACCURACY).join(';');
      // `tidy` is off, because positions that it drops would count as positions without a road.
      return new Request(`${osrmPath(base, 'match', points)}&overview=full&geometries=polyline6&radiuses=${radiuses}`);
    },
  },
};

const TraceReply = z.object({
  matchings: z.array(z.object({ distance: z.number().min(0), geometry: z.string() })),
  tracepoints: z.array(z.unknown()),
});

/** Parses a service's answer. Throws a `ZodError` for an answer in another format. */
export function traceOf(body: unknown): Trace {
  const { matchings, tracepoints } = TraceReply.parse(body);
  return {
    ways: matchings.map(({ distance, geometry }) => ({ meters: distance, shape: geometry })),
    unmatched: tracepoints.filter((point) => point === null).length,
  };
}
