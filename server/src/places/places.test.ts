import { randomUUID } from 'node:crypto';
import { MAX_RECENT_PLACES, MAX_SAVED_PLACES } from '@boli/shared/core/constants';
import type { RecentPlace, SavedPlace } from '@boli/shared/places/places.schema';
import { describe, expect, test } from '@jest/globals';
import type { TestPerson } from '../testing/app';
import { market } from '../testing/market';
import { rounds, tally } from '../testing/races';
import { setUpApp, setUpPeopleEach } from '../testing/set-up';

const app = setUpApp({ settings: { MAX_OPEN_REQUESTS: '1000' } });
const { asha, ravi } = setUpPeopleEach({
  asha: () => app.register('customer'),
  ravi: () => app.register('customer'),
});

const home = { label: 'Home', address: '17, Gandhi Marg, Rampur', lat: 28.61, lng: 77.2 };
const office = { label: 'Work', address: 'Central Plaza, Rampur', lat: 28.62, lng: 77.21 };
const save = (person: TestPerson, body: unknown) =>
  app.request<SavedPlace>('POST', '/places/saved', { token: person.token, body });
const remove = (person: TestPerson, id: string) =>
  app.request('DELETE', `/places/saved/${id}`, { token: person.token });
const saved = async (person: TestPerson) =>
  (await app.request<SavedPlace[]>('GET', '/places/saved', { token: person.token })).body;
const recent = async (person: TestPerson) =>
  (await app.request<RecentPlace[]>('GET', '/places/recent', { token: person.token })).body;

describe('saved places', () => {
  test('can be added, listed with the newest first, and removed', async () => {
    const first = await save(asha, { ...home, label: '  Home ' });
    expect(first).toEqual({
      ...first,
      status: 201,
      body: { id: expect.stringMatching(/^[0-9a-f-]{36}$/), ...home },
    });
    const second = await save(asha, office);
    expect(await saved(asha)).toEqual([second.body, first.body]);
    expect(await remove(asha, first.body.id)).toMatchObject({ status: 200, body: { success: true } });
    expect((await remove(asha, first.body.id)).status).toBe(404);
    expect(await saved(asha)).toEqual([second.body]);
  });

  test('cannot be read, removed or moved by another person', async () => {
    const { body } = await save(asha, home);
    expect(await saved(ravi)).toEqual([]);
    expect((await remove(ravi, body.id)).status).toBe(404);
    const his = await save(ravi, { ...home, address: 'Elsewhere' });
    expect(his.body.id).not.toBe(body.id);
    expect(await saved(asha)).toEqual([body]);
    expect((await remove(asha, randomUUID())).status).toBe(404);
    expect((await remove(asha, 'nonsense')).status).toBe(404);
  });

  test.each(['home', ' HOME ', 'Ｈｏｍｅ'])(
    'are unique by label: saving %s moves the place and keeps its id',
    async (label) => {
      const first = await save(asha, home);
      const again = await save(asha, { ...office, label });
      expect(again).toMatchObject({
        status: 201,
        body: { id: first.body.id, address: office.address, lat: office.lat },
      });
      expect(await saved(asha)).toEqual([again.body]);
      expect(again.body.label).toBe(label.trim());
    },
  );

  test('are only for signed-in customers', async () => {
    const [driver, admin] = [await app.register('driver'), await app.register('admin')];
    for (const { token } of [driver, admin])
      for (const path of ['/places/saved', '/places/recent'])
        expect((await app.request('GET', path, { token })).status).toBe(403);
    expect((await save(driver, home)).status).toBe(403);
    expect((await app.request('POST', '/places/saved', { body: home })).status).toBe(401);
  });

  test.each([
    ['no label', { ...home, label: ' ' }, 'places.label_required'],
    ['an invisible label', { ...home, label: '\u200B' }, 'places.label_required'],
    ['a label that is too long', { ...home, label: 'x'.repeat(41) }, 'places.label_long'],
    ['no address', { ...home, address: undefined }, 'places.address_required'],
    ['an address that is too long', { ...home, address: 'x'.repeat(501) }, 'rides.location_long'],
    ['coordinates outside the valid range', { ...home, lat: 91 }, 'geo.latitude'],
    ['no longitude', { ...home, lng: undefined }, 'geo.longitude'],
    ['a longitude that is a text', { ...home, lng: '77.2' }, 'geo.longitude'],
    ['a query operator instead of a label', { ...home, label: { $ne: '' } }, null],
  ])('are refused with %s', async (_what, body, code) => {
    const answer = await save(asha, body);
    expect(answer.status).toBe(400);
    if (code) expect(answer.body).toMatchObject({ code });
    expect(await saved(asha)).toEqual([]);
  });

  test('are stored on one line without bidirectional control characters', async () => {
    const { body } = await save(asha, { ...home, label: 'My\u202E gym\n2', address: 'A\tB' });
    expect(body).toMatchObject({ label: 'My gym 2', address: 'A B' });
  });

  test(`are limited to ${MAX_SAVED_PLACES}; at the limit a place can still be moved, and a removed place makes room`, async () => {
    for (let n = 0; n < MAX_SAVED_PLACES; n++)
      expect((await save(asha, { ...home, label: `Place ${n}` })).status).toBe(201);
    expect(await save(asha, home)).toMatchObject({
      status: 409,
      body: { detail: 'At most 20 saved places. Please remove one first.', code: 'places.too_many' },
    });
    expect((await save(asha, { ...office, label: 'place 3' })).status).toBe(201);
    expect((await save(ravi, home)).status).toBe(201);
    await remove(asha, (await saved(asha))[0]?.id ?? '');
    expect((await save(asha, home)).status).toBe(201);
    expect(await saved(asha)).toHaveLength(MAX_SAVED_PLACES);
  });

  test.each(rounds.slice(0, 5))('with one label, saved twenty times at once, are stored once (%#)', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => save(asha, { ...home, label: n % 2 ? 'Home' : 'HOME', address: `${n}` })),
    );
    expect(tally(answers.map(({ status }) => status))).toEqual({ 201: 20 });
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await saved(asha)).toHaveLength(1);
  });

  test.each(rounds.slice(0, 5))(
    `with thirty labels saved concurrently are limited to ${MAX_SAVED_PLACES} (%#)`,
    async () => {
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, n) => save(asha, { ...home, label: `Place ${n}` })),
      );
      expect(tally(answers.map(({ status }) => status))).toEqual({ 201: MAX_SAVED_PLACES, 409: 10 });
      expect(await saved(asha)).toHaveLength(MAX_SAVED_PLACES);
    },
  );

  test.each(rounds.slice(0, 5))('that are saved and removed at once are stored once or not at all (%#)', async () => {
    const { body } = await save(asha, home);
    const calls = Array.from({ length: 20 }, (_, n) => (n % 2 ? save(asha, home) : remove(asha, body.id)));
    const statuses = new Set((await Promise.all(calls)).map(({ status }) => status));
    expect([...statuses].filter((status) => ![200, 201, 404].includes(status))).toEqual([]);
    expect((await saved(asha)).length).toBeLessThanOrEqual(1);
  });
});

describe('recent places', () => {
  const at = (n: number) => ({ lat: Number((28.5 + n / 100).toFixed(2)), lng: 77.2 });
  const ride = (person: TestPerson, from: number, to: number, more: Record<string, unknown> = {}) =>
    market(app).ride(person, {
      ...{ pickup_location: `Place ${from}`, pickup_lat: at(from).lat, pickup_lng: at(from).lng },
      ...{ drop_location: `Place ${to}`, drop_lat: at(to).lat, drop_lng: at(to).lng },
      ...more,
    });

  test("are the pickups and drops of the customer's requests, each once, newest first", async () => {
    expect(await recent(asha)).toEqual([]);
    await ride(asha, 1, 2);
    await ride(asha, 2, 3);
    await ride(ravi, 8, 9);
    expect(await recent(asha)).toEqual([
      { address: 'Place 3', ...at(3) },
      { address: 'Place 2', ...at(2) },
      { address: 'Place 1', ...at(1) },
    ]);
  });

  test('count as one if their texts are equal or their points nearly equal', async () => {
    await ride(asha, 1, 2);
    await ride(asha, 4, 5, { pickup_location: 'place  1', drop_lat: at(2).lat + 0.0002, drop_location: 'Gate 2' });
    expect((await recent(asha)).map(({ address }) => address)).toEqual(['Gate 2', 'place  1']);
  });

  test(`are limited to ${MAX_RECENT_PLACES}`, async () => {
    for (let n = 0; n < 8; n++) await ride(asha, 2 * n, 2 * n + 1);
    const rows = await recent(asha);
    expect(rows).toHaveLength(MAX_RECENT_PLACES);
    expect(rows[0]?.address).toBe('Place 15');
  });
});
