import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { engine } from './engine-here';
import { cityInUse } from './installed/installed';
import { makeCity } from './make';
import { readExtract } from './osm/extract';
import type { PhotonAnswer } from './places/photon';
import { routeQuery, type ServedCity, serveCity } from './serve';
import { queries } from './testing/chandigarh.queries';
import { Oracle } from './testing/oracle';

/**
 * The folder with the extract of a real city, which is not part of the project; without the folder these tests are
 * skipped.
 */
const data = process.env.BOLI_CITY_DATA;
const realCity = data ? describe : describe.skip;
const PAIRS = 300;

/** By default the engine ignores small roads far from both points, and its route is then not always the shortest. */
const SHORTEST = { shortest: true, disable_hierarchy_pruning: true };

const RouteAnswer = z.object({ trip: z.object({ summary: z.object({ length: z.number() }) }) });

/** Pseudorandom numbers, the same in each run (a linear congruential generator). */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

realCity('Chandigarh', () => {
  let folder: string;
  let served: ServedCity;
  let url: string;
  const osm = join(data ?? '', 'chandigarh.osm.pbf');

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'boli-chandigarh-'));
    const report = (line: string) => process.stdout.write(`${line}\n`);
    await makeCity({ osm, map: null, name: null, drive: 'left', into: folder, engine, report });
    served = await serveCity(join(folder, (await cityInUse(folder)) ?? ''), engine);
    url = `http://127.0.0.1:${(served.server.address() as AddressInfo).port}`;
  }, 300_000);
  afterAll(async () => {
    served.server.close();
    served.server.closeAllConnections();
    await rm(folder, { recursive: true, force: true });
  });

  test('the expected place is first for 90% of the queries, and among the first three for 95%', async () => {
    const ranks: [string, number][] = [];
    for (const [typed, meant] of queries) {
      const answer = (await (
        await fetch(`${url}/api?q=${encodeURIComponent(typed)}&limit=10&lat=30.735&lon=76.78`)
      ).json()) as PhotonAnswer;
      ranks.push([typed, answer.features.findIndex(({ properties }) => meant.test(String(properties.name)))]);
    }
    const missed = ranks.filter(([, rank]) => rank !== 0);
    const first = ranks.length - missed.length;
    const amongThree = ranks.filter(([, rank]) => rank >= 0 && rank < 3).length;
    process.stdout.write(
      `${first} of ${ranks.length} first, ${amongThree} among three; not first: ${JSON.stringify(missed)}\n`,
    );
    expect(first / ranks.length).toBeGreaterThanOrEqual(0.9);
    expect(amongThree / ranks.length).toBeGreaterThanOrEqual(0.95);
  });

  test('99% of the shortest routes are within 1% of the length that an independent search finds', async () => {
    const extract = await readExtract(osm);
    const oracle = new Oracle(extract, { throughPrivate: false });
    const withPrivate = new Oracle(extract, { throughPrivate: true });
    const { nodes } = oracle;
    const random = sequence(7);
    const errors: number[] = [];
    while (errors.length < PAIRS) {
      const [from = 0, to = 0] = [random(), random()].map((part) => nodes[Math.floor(part * nodes.length)]);
      const shortest = oracle.shortest(from, to);
      // On a way of less than a kilometre a difference of a few metres at its ends would already exceed 1%.
      if (shortest === null || shortest < 1) continue;
      const query = JSON.parse(routeQuery({ from: oracle.point(from), to: oracle.point(to) }));
      const body = JSON.stringify({ ...query, costing_options: { auto: SHORTEST } });
      const answer = await fetch(`${url}/route`, { method: 'POST', body });
      const length = answer.ok ? RouteAnswer.parse(await answer.json()).trip.summary.length : Number.POSITIVE_INFINITY;
      // If private roads lead to one of the two points, the engine uses some of them. Its route may then be longer than
      // the shortest route with all private roads, and shorter than the shortest route without any.
      const least = withPrivate.shortest(from, to) ?? shortest;
      errors.push(Math.max(length - shortest, least - length, 0) / shortest);
    }
    errors.sort((a, b) => a - b);
    const at = (share: number) => `${((errors[Math.floor(errors.length * share)] ?? 0) * 100).toFixed(2)}%`;
    process.stdout.write(`${PAIRS} routes: off by ${at(0.5)} (p50), ${at(0.95)} (p95), ${at(0.99)} (p99)\n`);
    expect(errors.filter((error) => error <= 0.01).length / errors.length).toBeGreaterThanOrEqual(0.99);
  }, 300_000);
});
