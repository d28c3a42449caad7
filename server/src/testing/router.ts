import { distanceKm } from '@boli/shared/core/distance';
import type { Point } from '@boli/shared/core/fields';
import { encodePolyline } from '@boli/shared/geo/polyline';
import { serve } from './serve';

/** What the stub does with the next calls. */
export type RouterMood = 'well' | 'silent' | 'broken' | 'busy';

export interface RouterStub {
  url: string;
  mood: RouterMood;
  /** The points of every call so far, in the order in which they were named. */
  asked: { path: 'route' | 'table'; points: Point[] }[];
  /** Points as far from any road as this are refused. */
  offRoad: (point: Point) => boolean;
  close(): Promise<void>;
}

/** The stub's roads are twice as long as the straight line, and driven at 10 m/s. */
const DETOUR = 2;
const METRES_A_SECOND = 10;

const metresOf = (from: Point, to: Point) => distanceKm(from, to) * 1_000 * DETOUR;

/** A router that speaks as OSRM does and notes what it is asked. Its lines begin and end exactly at the points asked for. */
export async function routerStub(): Promise<RouterStub> {
  const stub = { mood: 'well', asked: [], offRoad: () => false } as Pick<RouterStub, 'mood' | 'asked' | 'offRoad'>;
  const { url, close } = await serve((request, response) => {
    const [, path, coordinates = ''] = /^\/(route|table)\/v1\/driving\/([^?]+)/.exec(request.url ?? '') ?? [];
    const points = coordinates.split(';').map((pair) => {
      const [lng = 0, lat = 0] = pair.split(',').map(Number);
      return { lat, lng };
    });
    if (path === 'route' || path === 'table') stub.asked.push({ path, points });
    if (stub.mood === 'silent') return;
    if (stub.mood === 'broken') return void request.socket.destroy();
    if (stub.mood === 'busy') return void response.writeHead(503).end('<html>');
    const answer = path === 'route' ? routeAnswer(points, stub.offRoad) : tableAnswer(points, stub.offRoad);
    response.writeHead('routes' in answer || 'durations' in answer ? 200 : 400).end(JSON.stringify(answer));
  });
  return Object.assign(stub, { url, close });
}

function routeAnswer([from, to]: Point[], offRoad: RouterStub['offRoad']) {
  if (!from || !to || offRoad(from) || offRoad(to)) return { code: 'NoSegment' };
  const corner = { lat: from.lat, lng: to.lng };
  const distance = metresOf(from, to);
  return {
    code: 'Ok',
    routes: [{ distance, duration: distance / METRES_A_SECOND, geometry: encodePolyline([from, corner, to]) }],
  };
}

function tableAnswer([from, ...to]: Point[], offRoad: RouterStub['offRoad']) {
  if (!from) return { code: 'InvalidQuery' };
  const place = (point: Point) => ({
    name: '',
    location: [point.lng, point.lat],
    distance: offRoad(point) ? 5_000 : 8,
  });
  return {
    code: 'Ok',
    durations: [to.map((point) => metresOf(from, point) / METRES_A_SECOND)],
    sources: [place(from)],
    destinations: to.map(place),
  };
}
