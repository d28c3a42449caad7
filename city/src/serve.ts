import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { CityFile } from '@boli/shared/city/city.schema';
import { CityFailed } from './city-failed';
import { readCityFile } from './installed/city-file';
import { Photon } from './places/photon';
import { roadConfig } from './roads/build';
import { type Actor, type Engine, isInstalled, isSupported, openActor } from './roads/engine';

/** The maximum size of a request body in bytes; the longest of Boli's own requests list some fifty points. */
const MAX_BODY = 100_000;

/** The engine's functions for the paths of Valhalla's HTTP API. */
const CALLS: Readonly<Record<string, keyof Actor>> = {
  '/route': 'route',
  '/sources_to_targets': 'matrix',
  '/trace_route': 'traceRoute',
  '/isochrone': 'isochrone',
  '/locate': 'locate',
  '/status': 'status',
};

/**
 * Valhalla's error codes (https://valhalla.github.io/valhalla/api/turn-by-turn/api-reference/) by the text of the
 * error, because the errors of the engine have no code.
 */
const ERROR_CODES: readonly [text: string, code: number][] = [
  ['No suitable edges', 171],
  ['No path could be found', 442],
  ['exceeds the max distance', 154],
  ['Exceeded max', 150],
  ['Map Match algorithm failed', 444],
];

export interface ServedCity {
  server: Server;
  city: CityFile;
  /** Whether routes can be computed. */
  roads: boolean;
}

/**
 * Serves an installed city on 127.0.0.1, with the paths of Valhalla's HTTP API (`CALLS`) and of Photon's (`/api` and
 * `/reverse`). Throws `CityFailed` if the folder has no city of this version, or if its roads cannot be used.
 */
export async function serveCity(folder: string, engine: Engine, port = 0): Promise<ServedCity> {
  const city = await readCityFile(folder);
  if (!city) throw new CityFailed(`There is no city in ${folder}, or it has another version: make the city again.`);
  const photon = new Photon(JSON.parse(await readFile(join(folder, 'places.json'), 'utf8')));
  const actor = await openRoads(folder, engine, city);
  const server = createServer((request, response) => {
    answer(request, photon, actor).then(
      ({ status, body }) => send(response, status, body),
      (error: unknown) => {
        // The rest of a body that is too large must not be parsed as the next request.
        if (!request.complete) response.setHeader('Connection', 'close');
        send(response, 400, JSON.stringify(asError(error)));
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return { server, city, roads: actor !== null };
}

/**
 * Opens the road network and tests it with the probe route. Null if the city has no roads, or the engine is not
 * installed or does not run on this machine. Throws `CityFailed` if the probe fails.
 */
async function openRoads(folder: string, engine: Engine, { roads, probe }: CityFile): Promise<Actor | null> {
  if (!roads || !probe || !isSupported() || !isInstalled(engine)) return null;
  const actor = openActor(engine, await roadConfig(engine, folder));
  await actor.route(routeQuery(probe)).catch((error: unknown) => {
    throw new CityFailed(`The roads in ${folder} cannot be used: ${String(error)}`);
  });
  return actor;
}

/** The request for a route between two points, as JSON for the engine. */
export function routeQuery({ from, to }: NonNullable<CityFile['probe']>): string {
  const location = ({ lat, lng }: { lat: number; lng: number }) => ({ lat, lon: lng, search_cutoff: 1_000 });
  return JSON.stringify({ locations: [location(from), location(to)], costing: 'auto', directions_type: 'none' });
}

interface Reply {
  status: number;
  body: string;
}

async function answer(request: IncomingMessage, photon: Photon, actor: Actor | null): Promise<Reply> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://city');
  if (pathname === '/api') return { status: 200, body: JSON.stringify(photon.api(searchParams)) };
  if (pathname === '/reverse') {
    const found = photon.reverse(searchParams);
    return found
      ? { status: 200, body: JSON.stringify(found) }
      : { status: 400, body: '{"message":"lat and lon are needed"}' };
  }
  const call = CALLS[pathname];
  if (!call) return { status: 404, body: '{"message":"no such call"}' };
  if (!actor) return { status: 503, body: '{"message":"this city computes no routes"}' };
  return { status: 200, body: await actor[call](await readBody(request)) };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > MAX_BODY) throw new Error('the body is too large');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString() || '{}';
}

function asError(error: unknown): { error_code: number; error: string; status_code: number } {
  const text = error instanceof Error ? error.message : String(error);
  const code = ERROR_CODES.find(([part]) => text.includes(part))?.[1] ?? 199;
  return { error_code: code, error: text, status_code: 400 };
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(body);
}
