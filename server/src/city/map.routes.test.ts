import * as files from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { TestApp } from '../testing/app';

const readdir = jest.fn(files.readdir);
jest.unstable_mockModule('node:fs/promises', () => ({ ...files, readdir }));
const { startTestApp } = await import('../testing/app');
const { withSettings } = await import('../testing/settings');

let app: TestApp;
let resetSettings: () => void;
let cities: string;
const MAP = 'map-0123456789ab.pmtiles';

beforeAll(async () => {
  app = await startTestApp();
  const folder = await files.mkdtemp(join(tmpdir(), 'boli-maps-'));
  cities = join(folder, 'city');
  resetSettings = withSettings({ DATA_DIR: folder });
});
afterAll(async () => {
  resetSettings();
  await app.close();
});

const install = async (hash: string) => {
  await files.mkdir(join(cities, hash), { recursive: true });
  await files.writeFile(join(cities, hash, MAP), `map of ${hash}`);
};
const ask = () => fetch(`${app.url}/map/${MAP}`, { headers: { Range: 'bytes=0-5' } });
const part = async () => {
  const answer = await ask();
  return answer.status === 206 ? answer.text() : answer.status;
};
const readsOfCities = () => readdir.mock.calls.filter(([path]) => path === cities).length;

test('the folder of a map is looked up once, and again when the map is no longer in it', async () => {
  expect(await part()).toBe(404);
  await install('abc');
  const before = readsOfCities();
  for (let at = 0; at < 5; at++) expect(await part()).toBe('map of');
  expect(readsOfCities()).toBe(before + 1);
  await files.rm(join(cities, 'abc'), { recursive: true });
  const gone = await ask();
  expect(gone.status).toBe(404);
  expect(gone.headers.get('cache-control') ?? '').not.toContain('immutable');
  expect(gone.headers.get('content-type')).not.toContain('pmtiles');
  await install('def');
  expect(await part()).toBe('map of');
});

test('a page in a native shell can read parts of a map from its own origin, and pages of unknown origins cannot', async () => {
  await install('abc');
  const from = (origin: string, method = 'GET') =>
    fetch(`${app.url}/map/${MAP}`, { method, headers: { Range: 'bytes=0-5', Origin: origin } });
  const { status, headers } = await from('https://localhost');
  expect([status, headers.get('access-control-allow-origin')]).toEqual([206, 'https://localhost']);
  expect(headers.get('access-control-expose-headers')).toMatch(/ETag, Content-Range/);
  const preflight = await from('capacitor://localhost', 'OPTIONS');
  expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
    204,
    expect.stringContaining('Range'),
  ]);
  expect((await from('https://evil.example.org')).headers.has('access-control-allow-origin')).toBe(false);
});
