import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { withDevice } from '../../../core/device-store';
import { signIn, signOut } from '../../../core/session';
import { aBooking } from '../../../testing/booking.builder';
import { type Answer, fakeServer } from '../../../testing/server';
import { keptTrail, MAX_KEPT_POINTS, sendKeptTrails } from './kept-trail';

const id = aBooking().id;
const user = { id: '1', name: 'Ravi', email: 'r@example.in', role: 'driver' as const, phone: null };
const START = Date.now() - 60 * 60_000;
const at = (second: number) => new Date(START + second * 1_000).toISOString();
const point = (second: number) => ({ lat: 28, lng: 77, accuracy: 5, recorded_at: at(second) });
const fix = (second: number) => ({ ...point(second), heading: null, speed: null });
const count = () => withDevice('1', (db) => db.count('trail'));
const addAll = (booking: string, seconds: number[]) =>
  withDevice('1', async (db) => {
    const { store, done } = db.transaction('trail', 'readwrite');
    for (const second of seconds) void store.put({ user: '1', booking, ...point(second) });
    await done;
  });

let track: () => Answer;
let booking: Answer;
let sent: unknown[];
const upTo = (end: number) => Array.from({ length: end }, (_, second) => second);

beforeEach(() => {
  signIn({ access_token: 't', token_type: 'bearer', user });
  track = () => ({ body: { stored: 1 } });
  booking = { body: aBooking({ status: 'in_progress' }) };
  sent = [];
  fakeServer({
    [`GET /bookings/${id}`]: () => booking,
    [`POST /bookings/${id}/track`]: (body) => {
      const answer = track();
      if (!answer.lost) sent.push(body);
      return answer;
    },
  });
});
afterEach(async () => {
  await withDevice('1', (db) => db.clear('trail'));
  signOut();
});

test('points of an earlier page are sent once, in order, in batches of 500', async () => {
  await addAll(id, upTo(1_100).reverse());
  await Promise.all([sendKeptTrails(), sendKeptTrails()]);
  const batches = [upTo(1_100).slice(0, 500), upTo(1_100).slice(500, 1_000), upTo(1_100).slice(1_000)];
  expect(sent).toEqual(batches.map((seconds) => ({ points: seconds.map(point) })));
  expect(await count()).toBe(0);
  await sendKeptTrails();
  expect(sent).toHaveLength(3);
});

test.each([
  ['there is no network', { lost: true }],
  ['the server is overloaded', { status: 503 }],
  ['the rate limit is reached', { status: 429 }],
])('points stay on the device while %s', async (_what, failure) => {
  await keptTrail('1', id).add(fix(1));
  track = () => failure;
  await sendKeptTrails();
  expect(await count()).toBe(1);
});

test('points are dropped if the server refuses to show their booking', async () => {
  await keptTrail('1', id).add(fix(1));
  booking = { status: 404, body: { detail: 'Not found' } };
  await sendKeptTrails();
  expect([sent, await count()]).toEqual([[], 0]);
});

test.each([
  ['completed', { status: 'completed', completed_at: at(2) }],
  ['cancelled', { status: 'cancelled', cancelled_at: at(2) }],
] as const)('points recorded after the booking was %s are dropped without being sent', async (_what, over) => {
  await addAll(id, [1, 2, 3, 4]);
  booking = { body: aBooking(over) };
  await sendKeptTrails();
  expect(sent).toEqual([{ points: [point(1), point(2)] }]);
  expect(await count()).toBe(0);
});

test('points older than a day are deleted', async () => {
  await addAll(id, [-24 * 60 * 60]);
  await keptTrail('1', id).add(fix(1));
  expect(await keptTrail('1', id).oldest()).toEqual([point(1)]);
});

test('a full trail drops every second point and keeps its beginning', async () => {
  const seconds = upTo(MAX_KEPT_POINTS);
  await addAll(
    id,
    seconds.map((second) => second / 10),
  );
  await keptTrail('1', id).add(fix(3_000));
  expect(await count()).toBe(MAX_KEPT_POINTS / 2 + 1);
  expect((await keptTrail('1', id).oldest())[0]).toEqual(point(0));
});
