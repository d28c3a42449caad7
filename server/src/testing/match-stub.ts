import { distanceKm } from '@boli/shared/core/distance';
import type { Point } from '@boli/shared/core/fields';
import { encodePolyline } from '@boli/shared/geo/polyline';
import { serve } from './serve';

/** A map matching service in the format of OSRM: its road goes straight from position to position. */
export interface MatchStub {
  url: string;
  /** `silent` never answers, `broken` cuts the connection, `lost` finds no road, `odd` answers in another format. */
  mood: 'well' | 'silent' | 'broken' | 'lost' | 'odd';
  /** The factor by which the stub multiplies the real length of each road. */
  factor: number;
  /** The share of the positions that it reports as lying on no road. */
  unmatched: number;
  /** Answers wait until this settles. */
  held: Promise<void>;
  /** The positions of every call so far. */
  asked: Point[][];
  close(): Promise<void>;
}

/** Starts a fake router that answers map matching. */
export async function matchStub(): Promise<MatchStub> {
  const asked: Point[][] = [];
  const { url, close } = await serve(async (request, response) => {
    const path = /^\/match\/v1\/driving\/([^?]+)/.exec(request.url ?? '')?.[1];
    // The stub has no routes, so rides have estimates.
    if (path === undefined) return void response.writeHead(400).end('{"code":"NoRoute"}');
    const points = path.split(';').map((pair) => {
      const [lng = 0, lat = 0] = pair.split(',').map(Number);
      return { lat, lng };
    });
    asked.push(points);
    if (stub.mood === 'silent') return;
    await stub.held;
    if (stub.mood === 'broken') return void request.socket.destroy();
    if (stub.mood === 'lost') return void response.writeHead(400).end('{"code":"NoMatch"}');
    response.writeHead(200).end(stub.mood === 'odd' ? '{"matchings":"none"}' : JSON.stringify(answer(points, stub)));
  });
  const stub: MatchStub = { url, mood: 'well', factor: 1, unmatched: 0, held: Promise.resolve(), asked, close };
  return stub;
}

function answer(points: readonly Point[], { factor, unmatched }: Pick<MatchStub, 'factor' | 'unmatched'>) {
  const metres = points.slice(1).reduce((sum, to, at) => sum + distanceKm(points[at] ?? to, to) * 1_000, 0);
  return {
    code: 'Ok',
    matchings: [{ distance: metres * factor, duration: 1, geometry: encodePolyline(points) }],
    tracepoints: points.map((_, at) => (at < points.length * unmatched ? null : {})),
  };
}
