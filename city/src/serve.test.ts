import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { distanceKm } from '@boli/shared/core/distance';
import type { Point } from '@boli/shared/core/fields';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { engine } from './engine-here';
import { cityInUse } from './installed/installed';
import { makeCity } from './make';
import { readExtract } from './osm/extract';
import type { PhotonAnswer } from './places/photon';
import { routeQuery, type ServedCity, serveCity } from './serve';
import { Oracle } from './testing/oracle';
import { crossing, MIDDLE, townExtract } from './testing/town';

let folder: string;
let file: string;
let served: ServedCity;
let url: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'boli-served-city-'));
  file = join(folder, 'town.osm.pbf');
  await writeFile(file, townExtract());
  const into = join(folder, 'city');
  await makeCity({ osm: file, map: null, name: null, drive: 'left', into, engine, report: () => undefined });
  served = await serveCity(join(into, (await cityInUse(into)) ?? ''), engine);
  url = `http://127.0.0.1:${(served.server.address() as AddressInfo).port}`;
}, 120_000);
afterAll(async () => {
  served.server.close();
  served.server.closeAllConnections();
  await rm(folder, { recursive: true, force: true });
});

async function ask(path: string, body: string): Promise<{ status: number; answer: Record<string, unknown> }> {
  const response = await fetch(url + path, { method: 'POST', body });
  return { status: response.status, answer: Object(await response.json()) };
}

const RouteAnswer = z.object({ trip: z.object({ summary: z.object({ length: z.number() }) }) });

async function lengthOf(from: Point, to: Point): Promise<number> {
  const { answer } = await ask('/route', routeQuery({ from, to }));
  return RouteAnswer.parse(answer).trip.summary.length;
}

const found = async (query: string): Promise<string[]> => {
  const answer = (await (await fetch(`${url}/api?${query}`)).json()) as PhotonAnswer;
  return answer.features.map(({ properties }) => String(properties.name));
};

describe('routes', () => {
  test('are as short as those of an independent search', async () => {
    const oracle = new Oracle(await readExtract(file), { throughPrivate: false });
    const nodes = oracle.nodes;
    for (let n = 0; n < 40; n++) {
      const from = nodes[(n * 37) % nodes.length] ?? 0;
      const to = nodes[(n * 53 + 11) % nodes.length] ?? 0;
      const shortest = oracle.shortest(from, to);
      if (from === to || shortest === null) continue;
      const route = JSON.parse(routeQuery({ from: oracle.point(from), to: oracle.point(to) }));
      const { answer } = await ask(
        '/route',
        JSON.stringify({ ...route, costing_options: { auto: { shortest: true } } }),
      );
      const { length } = RouteAnswer.parse(answer).trip.summary;
      expect(Math.abs(length - shortest)).toBeLessThan(0.02 + shortest * 0.01);
    }
  });

  test('use a one-way street in its direction only', async () => {
    // Market Road is street 3, one way to the east.
    const there = await lengthOf(crossing(2, 3), crossing(4, 3));
    const back = await lengthOf(crossing(4, 3), crossing(2, 3));
    expect(there).toBeCloseTo(distanceKm(crossing(2, 3), crossing(4, 3)), 1);
    expect(back).toBeGreaterThan(there + 0.3);
  });

  test('that end at a point without a road nearby, or on an island that no road leads to, are refused', async () => {
    const away = { lat: MIDDLE.lat + 0.1, lng: MIDDLE.lng };
    expect(await ask('/route', routeQuery({ from: MIDDLE, to: away }))).toMatchObject({
      status: 400,
      answer: { error_code: 171 },
    });
    const island = { lat: MIDDLE.lat - 0.03, lng: MIDDLE.lng + 0.001 };
    expect(await ask('/route', routeQuery({ from: MIDDLE, to: island }))).toMatchObject({
      status: 400,
      answer: { error_code: 442 },
    });
  });

  test('are refused with 400 for an invalid query; so is an address lookup without a point; an unknown path gets 404', async () => {
    expect(await ask('/route', 'no JSON')).toMatchObject({ status: 400 });
    expect(await ask('/route', `{"a": "${'x'.repeat(200_000)}"}`)).toMatchObject({ status: 400 });
    expect((await fetch(`${url}/nowhere`)).status).toBe(404);
    expect((await fetch(`${url}/reverse?lat=x`)).status).toBe(400);
  });
});

describe('places', () => {
  test.each([
    ['Civil Hospital', 'Civil Hospital'],
    ['civil hosp', 'Civil Hospital'],
    ['सिविल अस्पताल', 'Civil Hospital'],
    ['sec 17', 'Sector 17'],
    ['सेक्टर १७', 'Sector 17'],
    ['laxmi talkies', 'Lakshmi Talkies'],
    ['lakshmi marg', 'Laxmi Marg'],
    ['railway station', 'Rampur Junction'],
    ['cmpany gardn', 'Company Garden'],
    ['corner cafe', 'Corner Café'],
    ['central pl', 'Central Plaza'],
    ['moti lake rampur', 'Moti Lake'],
    ['मॉडल टाउन', 'Model Town'],
    ['gandhi mg', 'Gandhi Marg'],
    ['House 1234 Sector 17', 'Sector 17'],
    ['#1234, Sec 17-B, Rampur', 'Sector 17'],
    ['12 Mill Street', 'Mill Street'],
    ['Mill Street 12', 'Mill Street'],
    ['flat 3 lakshmi mar', 'Laxmi Marg'],
  ])('are found by name: the query %s finds %s', async (text, name) => {
    expect((await found(`q=${encodeURIComponent(text)}`))[0]).toBe(name);
  });

  test.each(['sector 18', '18 sector', 'House 5 Sector 18'])('are not found by another number: %s', async (text) => {
    expect(await found(`q=${encodeURIComponent(text)}`)).toEqual([]);
  });

  test('include houses by number and street; for an unknown house only its street is found', async () => {
    const first = async (text: string) => {
      const answer = (await (await fetch(`${url}/api?q=${encodeURIComponent(text)}`)).json()) as PhotonAnswer;
      return answer.features[0]?.properties;
    };
    for (const text of ['17 Gandhi Marg', 'House No. 17, Gandhi Mg, Rampur', 'gandhi marg 17'])
      expect(await first(text)).toMatchObject({ housenumber: '17', street: 'Gandhi Marg', osm_key: 'building' });
    const street = await first('18 Gandhi Marg');
    expect(street).toMatchObject({ name: 'Gandhi Marg', osm_key: 'highway' });
    expect(street).not.toHaveProperty('housenumber');
  });

  test.each(['', ' ', '😀', "'; drop table places; --", 'x'.repeat(500), '%00', '. * + ? ^ $ { } ( ) | [ ]'])(
    'are not found for the query %j, and the process keeps running',
    async (text) => {
      expect(await found(`q=${encodeURIComponent(text)}`)).toEqual([]);
    },
  );

  test('around a point give its address, with the fields of Photon', async () => {
    const at = async ({ lat, lng }: Point) => {
      const answer = (await (await fetch(`${url}/reverse?lat=${lat}&lon=${lng}`)).json()) as PhotonAnswer;
      return answer.features[0]?.properties;
    };
    expect(await at(crossing(0, 0))).toMatchObject({
      street: expect.stringMatching(/Station Road|Avenue 1/),
      city: 'Rampur',
    });
    const house = { lat: crossing(2, 4).lat + 0.00065, lng: crossing(2, 4).lng + 0.0007 };
    expect(await at(house)).toMatchObject({ housenumber: '17', street: 'Gandhi Marg', city: 'Rampur' });
    expect(await at({ lat: 10, lng: 10 })).toEqual({ city: 'Rampur' });
  });
});
