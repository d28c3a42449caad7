import { afterEach, expect, jest, test } from '@jest/globals';
import { domainEvents } from '../domain-events';
import { eventually, settle } from '../testing/realtime';
import { setUpRealtimeApp } from '../testing/set-up';
import { stopwatch } from '../testing/stopwatch';
import { spreads } from './sync';

const app = setUpRealtimeApp();
afterEach(() => {
  jest.useRealTimers();
});

test('after an interruption every socket is asked once to read fresh snapshots, at random moments within three seconds', async () => {
  const people = await Promise.all([app.register('customer'), app.registerDriver(), app.register('admin')]);
  const sockets = await Promise.all(people.flatMap(({ token }) => Array.from({ length: 4 }, () => app.connect(token))));
  const pushed = () => sockets.map((socket) => socket.all('sync:required').length);
  jest.useFakeTimers({
    doNotFake: ['setImmediate', 'setInterval', 'nextTick', 'queueMicrotask', 'performance', 'Date'],
  });
  domainEvents.emit('database.restored', { reasons: ['silence'] });
  await new Promise((resolve) => setImmediate(resolve));
  // Twelve random moments within three seconds are all in the first half second with a probability of 1 in 2 billion.
  jest.advanceTimersByTime(500);
  expect(jest.getTimerCount()).toBeGreaterThan(0);
  const late = await app.connect(people[0]?.token ?? '');
  jest.advanceTimersByTime(2_500);
  jest.useRealTimers();
  await eventually(() => pushed().every((times) => times > 0), `three seconds on: ${pushed()}`);
  expect(pushed()).toEqual(sockets.map(() => 1));
  expect(late.all('sync:required')).toEqual([]);
});

test('after several interruptions in quick succession every socket is asked once, within six seconds', async () => {
  const { token } = await app.register('customer');
  const sockets = await Promise.all(Array.from({ length: 8 }, () => app.connect(token)));
  const elapsed = stopwatch();
  for (let round = 0; round < 4; round += 1) domainEvents.emit('database.restored', { reasons: ['silence'] });
  await Promise.all(sockets.map((socket) => socket.waitFor('sync:required')));
  expect(elapsed()).toBeLessThan(7_500);
  await settle(...sockets);
  expect(sockets.map((socket) => socket.all('sync:required').length)).toEqual(sockets.map(() => 1));
});

test('repeated rounds are spread over up to six seconds, and after a pause over three seconds again', () => {
  let now = 0;
  const next = spreads(() => now);
  const rounds: number[] = [];
  for (let round = 0; round < 6; round += 1) {
    const spread = next();
    rounds.push(spread);
    now += spread + 4_000;
  }
  expect(rounds).toEqual([3_000, 6_000, 6_000, 6_000, 6_000, 6_000]);
  now += 2_000;
  expect(next()).toBe(3_000);
});
