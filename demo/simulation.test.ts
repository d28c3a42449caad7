import type { Duplex } from 'node:stream';
import type { Quote } from '@boli/shared/rides/quotes.schema';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { Server } from 'socket.io';
import { market } from '../server/src/testing/market';
import { type RealtimeApp, startRealtimeApp } from '../server/src/testing/realtime';
import { simulate } from './simulation';

let app: RealtimeApp;

beforeAll(async () => {
  app = await startRealtimeApp();
});
afterAll(() => app.close());

const small = { customers: 3, drivers: 2, rideSeconds: 1, thinkSeconds: 0.15, speed: 1 };
/** On a busy machine a simulation goes on until it has counted one of each of these. */
const counted =
  (...names: string[]) =>
  (counts: Readonly<Record<string, number>>) =>
    names.every((name) => counts[name]);

test('a small town runs for a few seconds over the public API without an error or a missing event', async () => {
  const { counts, errors, text } = await simulate({
    ...small,
    url: app.url,
    seconds: 6,
    suffices: counted('rides completed', 'positions seen'),
  });
  expect(errors).toEqual([]);
  expect(counts.quotes).toBeGreaterThan(0);
  expect(counts['rides completed']).toBeGreaterThan(0);
  expect(counts['positions seen']).toBeGreaterThan(0);
  expect(counts['events expected']).toBeGreaterThan(10);
  expect(counts['events missing']).toBe(0);
  expect(text).toContain('Nothing unexpected happened.');
}, 60_000);

/** The open live connections. */
const links = new Set<Duplex>();
function cutLinks(): void {
  for (const link of links) link.destroy();
  links.clear();
}

test('with restarts people connect again and miss nothing, and how long their screens were stale is reported', async () => {
  app.server.on('upgrade', (_request, link) => links.add(link));
  const town = { ...small, url: app.url, seconds: 8, suffices: counted('rides completed'), restarts: true };
  const { counts, errors, milliseconds } = await simulate({ ...town, onReady: () => setTimeout(cutLinks, 3_000) });
  expect(errors).toEqual([]);
  expect(counts['connections lost']).toBe(small.customers + small.drivers);
  expect(counts['rides completed']).toBeGreaterThan(0);
  expect(counts['events missing']).toBe(0);
  expect(counts['rows stale at the end']).toBe(0);
  expect(milliseconds['stale after a loss']?.p50).toBeLessThan(5_000);
  expect(milliseconds['stale after a loss']?.p50).toBeGreaterThan(100);
}, 60_000);

test('without restarts a lost connection is reported', async () => {
  const { errors } = await simulate({ ...small, url: app.url, seconds: 1, onReady: cutLinks });
  expect(errors.join('\n')).toContain('a live connection was lost');
}, 60_000);

test("a customer's call that is answered with 503 is reported, and the customer goes on", async () => {
  const { fetch } = globalThis;
  let failures = 1;
  globalThis.fetch = async (input, init) =>
    init?.method === 'POST' && String(input).endsWith('/rides/request') && failures-- > 0
      ? new Response('{}', { status: 503 })
      : fetch(input, init);
  try {
    const { errors, counts } = await simulate({
      ...small,
      customers: 1,
      url: app.url,
      seconds: 1,
      suffices: counted('ride requests'),
    });
    expect(errors).toEqual(['POST /rides/request: answered 503']);
    expect(counts['error toasts']).toBe(1);
    expect(counts['ride requests']).toBeGreaterThan(0);
  } finally {
    globalThis.fetch = fetch;
  }
}, 60_000);

/** All events that a server sends to rooms pass through here. */
const operators: { emit(event: string, ...payload: unknown[]): boolean } = Object.getPrototypeOf(new Server().to('x'));
const emit = operators.emit;
afterEach(() => {
  operators.emit = emit;
});

test('lost events are reported', async () => {
  // All events about the quotes of one request are lost. If some arrived, the customer might book immediately, or a
  // later version would count in place of the lost one.
  let request: string | undefined;
  operators.emit = function lossy(event, ...payload) {
    if (event.startsWith('quote:')) {
      const [{ quote }] = payload as [{ quote: Quote }];
      request ??= quote.ride_request_id;
      if (quote.ride_request_id === request) return true;
    }
    return emit.call(this, event, ...payload);
  };
  const { errors, counts, text } = await simulate({ ...small, url: app.url, seconds: 2, suffices: counted('quotes') });
  expect(errors.join('\n')).toContain('events of a quote never arrived');
  expect(counts['events missing']).toBeGreaterThan(0);
  expect(text).not.toContain('Nothing unexpected happened.');
}, 60_000);

test('a request that stays open on the screens of drivers is reported', async () => {
  operators.emit = function lossy(event, ...payload) {
    return event === 'ride:closed' || emit.call(this, event, ...payload);
  };
  const { errors, text } = await simulate({
    ...small,
    url: app.url,
    seconds: 1,
    suffices: counted('rides completed'),
  });
  expect(errors.join('\n')).toContain('a closed request is still listed as open');
  expect(text).not.toContain('Nothing unexpected happened.');
}, 60_000);

test('quotes on requests of customers outside the simulation cause no error', async () => {
  for (const customer of [await app.register('customer'), await app.register('customer')])
    await market(app).ride(customer);
  const { errors, counts } = await simulate({
    ...small,
    customers: 2,
    url: app.url,
    seconds: 1,
    suffices: counted('quotes'),
  });
  expect(counts.quotes).toBeGreaterThan(0);
  expect(errors).toEqual([]);
}, 60_000);

test('rides along a recorded track, sixty times as fast as recorded, are completed without an error', async () => {
  const track = [0, 1, 2, 3].map((index) => ({ lat: 28.6 + index / 100, lng: 77.2, at: index * 20 }));
  const town = { ...small, url: app.url, seconds: 1, suffices: counted('rides completed') };
  const { counts, errors } = await simulate({ ...town, track, speed: 60 });
  expect(errors).toEqual([]);
  expect(counts['rides completed']).toBeGreaterThan(0);
}, 60_000);
