import type { RequestListener, ServerResponse } from 'node:http';
import { distanceKm } from '@boli/shared/core/distance';
import type { Point } from '@boli/shared/core/fields';
import { encodePolyline } from '@boli/shared/geo/polyline';
import { serve } from './serve';

/**
 * How the stub answers the next calls: correctly, never, by closing the connection, with 503, with a reply that does not
 * end, or with 400.
 */
export type RouterMood = 'well' | 'silent' | 'broken' | 'busy' | 'endless' | 'refusing';

export interface RouterStub {
  url: string;
  mood: RouterMood;
  /** The points of every call so far, in the order of the request. */
  asked: { path: 'route' | 'table'; points: Point[] }[];
  /** Selects points that are refused because no road is near. */
  offRoad: (point: Point) => boolean;
  /** Closes the stub with all its connections, like a killed process. */
  close(): Promise<void>;
  /** Restarts the stub at the same address. */
  restart(): Promise<void>;
}

const METRES_A_SECOND = 10;
/** The length of a road with a bend, as a multiple of the straight line. */
const BENT = 2;

type Roads = Pick<RouterStub, 'offRoad'> & { isStraight: boolean };

/**
 * A router in the format of OSRM that records its calls. Its roads have one bend, or are straight; they are driven at
 * 10 m/s and begin and end exactly at the requested points.
 */
export async function routerStub({ isStraight = false } = {}): Promise<RouterStub> {
  const stub = { mood: 'well', asked: [], offRoad: () => false, isStraight } as Omit<
    RouterStub & Roads,
    'url' | 'close' | 'restart'
  >;
  const answer: RequestListener = (request, response) => {
    const [, path, coordinates = ''] = /^\/(route|table)\/v1\/driving\/([^?]+)/.exec(request.url ?? '') ?? [];
    const points = coordinates.split(';').map((pair) => {
      const [lng = 0, lat = 0] = pair.split(',').map(Number);
      return { lat, lng };
    });
    if (path === 'route' || path === 'table') stub.asked.push({ path, points });
    if (stub.mood === 'silent') return;
    if (stub.mood === 'broken') return void request.socket.destroy();
    if (stub.mood === 'busy') return void response.writeHead(503).end('<html>');
    if (stub.mood === 'refusing') return void response.writeHead(400).end('{"code":"TooBig"}');
    if (stub.mood === 'endless') return void endless(response);
    const found = path === 'route' ? routeAnswer(points, stub) : tableAnswer(points, stub);
    response.writeHead('routes' in found || 'durations' in found ? 200 : 400).end(JSON.stringify(found));
  };
  let served = await serve(answer);
  const { url, port } = served;
  return Object.assign(stub, {
    url,
    close: () => served.close(),
    async restart() {
      served = await serve(answer, port);
    },
  });
}

/** A route whose shape does not end, written until the client disconnects. */
function endless(response: ServerResponse): void {
  const more = () => {
    while (!response.destroyed && response.write('_'.repeat(10_000)));
  };
  response.on('drain', more).writeHead(200).write('{"code":"Ok","routes":[{"distance":1,"duration":1,"geometry":"');
  more();
}

const metresOf = (from: Point, to: Point, { isStraight }: Roads) =>
  distanceKm(from, to) * 1_000 * (isStraight ? 1 : BENT);

function routeAnswer([from, to]: Point[], roads: Roads) {
  if (!from || !to || roads.offRoad(from) || roads.offRoad(to)) return { code: 'NoSegment' };
  const corner = { lat: from.lat, lng: to.lng };
  const distance = metresOf(from, to, roads);
  const geometry = encodePolyline(roads.isStraight ? [from, to] : [from, corner, to]);
  return { code: 'Ok', routes: [{ distance, duration: distance / METRES_A_SECOND, geometry }] };
}

function tableAnswer([from, ...to]: Point[], roads: Roads) {
  if (!from) return { code: 'InvalidQuery' };
  const place = (point: Point) => ({
    name: '',
    location: [point.lng, point.lat],
    distance: roads.offRoad(point) ? 5_000 : 8,
  });
  return {
    code: 'Ok',
    durations: [to.map((point) => metresOf(from, point, roads) / METRES_A_SECOND)],
    distances: [to.map((point) => metresOf(from, point, roads))],
    sources: [place(from)],
    destinations: to.map(place),
  };
}
