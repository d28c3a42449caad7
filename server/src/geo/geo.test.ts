import type { Address } from '@boli/shared/geo/geo.schema';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { logger } from '../core/logger';
import { configure, readSettings } from '../settings';
import { startTestApp, type TestApp } from '../testing/app';
import { letPass } from '../testing/monotonic';
import { type Served, serve } from '../testing/serve';
import { stopwatch } from '../testing/stopwatch';
import { addressText, coordinatesText } from './address';
import { AddressBook } from './geo.service';
import { nominatim } from './nominatim';

describe('the text of an address', () => {
  test.each([
    [
      { building: 'Regal', road: 'Janpath', suburb: 'CP', city: 'New Delhi', state: 'Delhi' },
      'Regal, Janpath, CP, New Delhi',
    ],
    [{ house_number: '12', road: 'MG Road', city: 'Pune', state: 'Maharashtra' }, '12, MG Road, Pune'],
    [{ road: 'MG Road', city: 'Pune', state: 'Maharashtra' }, 'MG Road, Pune, Maharashtra'],
    [{ hamlet: 'Malana', state: 'Himachal Pradesh' }, 'Malana, Himachal Pradesh'],
    [{ building: 'Regal', house_number: '3', neighbourhood: 'Block A', village: 'X', town: 'Y' }, 'Regal, Block A, Y'],
    [{ suburb: 'Delhi', city: 'Delhi', state: 'Delhi' }, 'Delhi'],
    [{ state: 'Goa' }, 'Goa'],
    [{ road: '  ', state: '' }, null],
    [{ country: 'India' }, null],
  ])('of %j is %j', (parts, text) => {
    expect(addressText(parts)).toBe(text);
  });

  test('falls back to coordinates with six decimals', () => {
    expect(coordinatesText({ lat: 28.6139, lng: 77.209 })).toBe('Lat: 28.613900, Lng: 77.209000');
  });
});

describe('the address book', () => {
  let service: Served;
  let base: string;
  let asked: URL[];
  let languages: (string | undefined)[];
  let answer: { status: number; body: string; delayMs: number };
  beforeAll(async () => {
    configure(readSettings({}));
    logger.level = 'silent';
    service = await serve((request, response) => {
      asked.push(new URL(request.url ?? '', 'http://x'));
      languages.push(request.headers['accept-language']);
      setTimeout(() => response.writeHead(answer.status).end(answer.body), answer.delayMs);
    });
    base = `${service.url}/reverse`;
  });
  beforeEach(() => {
    asked = [];
    languages = [];
    const body = JSON.stringify({
      address: { road: 'Janpath', city: 'New Delhi', state: 'Delhi' },
      display_name: 'Janpath, …',
    });
    answer = { status: 200, body, delayMs: 0 };
  });
  afterAll(() => service.close());

  const place = { lat: 28.6139, lng: 77.209 };
  const coordinates = { address: 'Lat: 28.613900, Lng: 77.209000', display_name: null, source: 'coordinates' };

  test('requests an address once, in the specified form, and then caches it', async () => {
    const book = new AddressBook(nominatim(base));
    const found = { address: 'Janpath, New Delhi, Delhi', display_name: 'Janpath, …' };
    const [first, second] = await Promise.all([
      book.at(place, 'asha'),
      book.at({ lat: 28.613901, lng: 77.209001 }, 'ravi'),
    ]);
    expect(first).toEqual({ ...found, source: 'geocoder' });
    expect(second).toEqual({ ...found, source: 'geocoder' });
    expect(await book.at(place, 'asha')).toEqual({ ...found, source: 'cache' });
    expect(asked.map((url) => Object.fromEntries(url.searchParams))).toEqual([
      { lat: '28.6139', lon: '77.209', format: 'json', zoom: '18', addressdetails: '1' },
    ]);
    expect(languages).toEqual(['en']);
  });

  test('sends at most one request a second; callers who would wait too long get coordinates', async () => {
    const book = new AddressBook(nominatim(base));
    const [from, elapsed] = [Date.now(), stopwatch()];
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => book.at({ lat: n, lng: n }, 'asha')));
    expect(elapsed()).toBeLessThan(3_000);
    expect(answers.map(({ source }) => source)).toEqual([
      'geocoder',
      'geocoder',
      'coordinates',
      'coordinates',
      'coordinates',
      'coordinates',
    ]);
    expect(asked).toHaveLength(2);
    expect(Date.now() - from).toBeGreaterThan(950);
  });

  test('alternates between people, however many requests one of them has waiting', async () => {
    const book = new AddressBook(nominatim(base));
    const busy = [1, 2, 3, 4, 5, 6].map((n) => book.at({ lat: n, lng: n }, 'asha'));
    const other = await book.at(place, 'ravi');
    expect(other.source).toBe('geocoder');
    expect((await Promise.all(busy)).filter(({ source }) => source === 'geocoder')).toHaveLength(1);
  });

  test('is not silent after a suspension in which the time of a waiting request has passed', async () => {
    const geocoder = nominatim(base);
    let suspends = true;
    const book = new AddressBook((point, signal) => {
      if (suspends) letPass(10_000);
      suspends = false;
      return geocoder(point, signal);
    });
    const [, waiting] = await Promise.all([1, 2].map((n) => book.at({ lat: n, lng: n }, 'asha')));
    expect(waiting?.source).toBe('coordinates');
    expect((await book.at({ lat: 3, lng: 3 }, 'asha')).source).toBe('geocoder');
  });

  test('removes bidirectional control characters from the answers of the service', async () => {
    answer.body = JSON.stringify({ address: { city: '\u202EihleD' }, display_name: 'x\u2066y' });
    const found = await new AddressBook(nominatim(base)).at(place, 'asha');
    expect(found).toMatchObject({ address: 'ihleD', display_name: 'xy' });
  });

  test.each([
    ['an error', { status: 500, body: '{}', delayMs: 0 }],
    ['an answer that is not JSON', { status: 200, body: '<html>', delayMs: 0 }],
    ['JSON in another shape', { status: 200, body: '{"address": "somewhere"}', delayMs: 0 }],
    [
      'a very long answer',
      { status: 200, body: `${JSON.stringify({ address: { city: 'Agra' } })}${' '.repeat(30_000)}`, delayMs: 0 },
    ],
    ['a long silence', { status: 200, body: '{}', delayMs: 5_000 }],
  ])('answers with coordinates within 3 seconds after %s, and then immediately for a minute', async (_what, given) => {
    answer = given;
    let passed = 0;
    const book = new AddressBook(nominatim(base), undefined, () => performance.now() + passed);
    const elapsed = stopwatch();
    expect(await book.at(place, 'asha')).toEqual(coordinates);
    expect(elapsed()).toBeLessThan(3_000);
    answer = { status: 200, body: JSON.stringify({ address: { city: 'Delhi' } }), delayMs: 0 };
    const before = asked.length;
    const again = stopwatch();
    expect(await book.at(place, 'asha')).toEqual(coordinates);
    expect(again()).toBeLessThan(500);
    expect(asked).toHaveLength(before);
    passed = 59_000;
    expect(await book.at(place, 'asha')).toEqual(coordinates);
    passed = 61_000;
    expect(await book.at(place, 'asha')).toMatchObject({ address: 'Delhi', source: 'geocoder' });
  });

  test('does not treat a point without an address as a failure of the service', async () => {
    answer.body = JSON.stringify({ error: 'Unable to geocode' });
    const book = new AddressBook(nominatim(base));
    expect(await book.at({ lat: 0, lng: 0 }, 'asha')).toMatchObject({ source: 'coordinates' });
    answer.body = JSON.stringify({ address: {}, display_name: 'Somewhere, India' });
    expect(await book.at(place, 'asha')).toEqual({
      address: 'Somewhere, India',
      display_name: 'Somewhere, India',
      source: 'geocoder',
    });
  });

  test('answers with coordinates immediately when it is disabled or the service is down', async () => {
    expect(await new AddressBook(null).at(place, 'asha')).toEqual(coordinates);
    expect(await new AddressBook(nominatim('http://127.0.0.1:1/reverse')).at(place, 'asha')).toEqual(coordinates);
  });
});

describe('GET /geo/reverse', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  test('needs sign-in and valid coordinates, and then answers 200, with coordinates if there is no address', async () => {
    const { token } = await app.register('driver');
    const ask = (query: string) => app.request<Address>('GET', `/geo/reverse${query}`, { token });
    expect((await app.request('GET', '/geo/reverse?lat=1&lng=2')).status).toBe(401);
    expect(await ask('?lat=28.6139&lng=77.209')).toMatchObject({
      status: 200,
      body: { address: 'Lat: 28.613900, Lng: 77.209000', display_name: null, source: 'coordinates' },
    });
    for (const query of [
      '',
      '?lat=1',
      '?lat=&lng=',
      '?lat=91&lng=0',
      '?lat=0&lng=181',
      '?lat=x&lng=y',
      '?lat=1&lat=2&lng=3',
    ]) {
      expect([query, (await ask(query)).status]).toEqual([query, 400]);
    }
  });
});
