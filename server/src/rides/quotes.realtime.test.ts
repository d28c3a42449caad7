import type { Quote } from '@boli/shared/rides/quotes.schema';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { afterEach, expect, jest, test } from '@jest/globals';
import { clock } from '../core/clock';
import { type DomainEvents, domainEvents } from '../domain-events';
import { reportAnswer } from '../store/interruptions';
import { market } from '../testing/market';
import { letPass } from '../testing/monotonic';
import { eventually, settle, type TestSocket } from '../testing/realtime';
import { setUpPeopleEach, setUpRealtimeApp } from '../testing/set-up';
import { socketsOf } from '../testing/sockets';
import * as rides from './rides.service';

const app = setUpRealtimeApp();
const connect = socketsOf(app);
const steps = market(app);
const { customer, driver, rival } = setUpPeopleEach({
  customer: () => app.register('customer'),
  driver: () => app.registerDriver(),
  rival: () => app.registerDriver(),
});

afterEach(() => {
  clock.setOffset(0);
  jest.useRealTimers();
});

const watchRide = (socket: TestSocket, ride: RideRequest) => socket.ask('ride:watch', { ride_request_id: ride.id });

test('a new request is pushed to its customer, to drivers who watch the list, and to admins; to nobody else', async () => {
  const admin = await app.register('admin');
  const stranger = await app.register('customer');
  const [mine, looking, idle, office, other] = await Promise.all(
    [customer, driver, rival, admin, stranger].map((person) => connect(person)),
  );
  if (!mine || !looking || !idle || !office || !other) throw new Error('not connected');
  expect(await looking.ask('rides:watch')).toMatchObject({ ok: true, ride_requests: [] });
  const ride = await steps.ride(customer);
  for (const socket of [mine, looking, office]) {
    expect((await socket.waitFor('ride:created')).ride_request).toEqual(ride);
  }
  await settle(idle, other);
  expect([...idle.all('ride:created'), ...other.all('ride:created')]).toEqual([]);
});

test('a request that is cancelled or expires is pushed to the drivers who watch the list', async () => {
  const [looking] = [await connect(driver)];
  await looking.ask('rides:watch');
  const [first, second] = [await steps.ride(customer), await steps.ride(customer)];
  await app.request('DELETE', `/rides/request/${first.id}`, { token: customer.token });
  expect(await looking.waitFor('ride:closed')).toEqual({ ride_request_id: first.id, version: 2 });
  clock.setOffset(61 * 60_000);
  await rides.expireDue();
  await looking.waitFor('ride:closed', ({ ride_request_id }) => ride_request_id === second.id);
  expect(looking.all('ride:updated')).toEqual([]);
});

test('a socket that no longer watches the list receives none of its events', async () => {
  const looking = await connect(driver);
  await looking.ask('rides:watch');
  expect(await looking.ask('rides:unwatch')).toEqual({ ok: true });
  await steps.ride(customer);
  await settle(looking);
  expect(looking.received).toEqual(
    looking.all('driver:updated').map((payload) => ({ event: 'driver:updated', payload })),
  );
});

test('the list of a driver contains their own quote, and the price of no other driver', async () => {
  const ride = await steps.ride(customer);
  await steps.quote(driver, ride, 123.45);
  const [mine, theirs] = [await connect(driver), await connect(rival)];
  expect(JSON.stringify(await mine.ask('rides:watch'))).toContain('123.45');
  const answer = JSON.stringify(await theirs.ask('rides:watch'));
  expect(answer).toContain(ride.id);
  expect(answer).not.toContain('123.45');
});

test('a quote, its change and its withdrawal are pushed to the customer and to the driver who made it, never to another driver', async () => {
  const ride = await steps.ride(customer);
  const [mine, own, other] = [await connect(customer), await connect(driver), await connect(rival)];
  await other.ask('rides:watch');
  await steps.quote(rival, ride, 555.55);
  const quote = await steps.quote(driver, ride, 240.5);
  await steps.quote(driver, ride, 230.25);
  await app.request('DELETE', `/quotes/${quote.id}`, { token: driver.token });
  for (const socket of [mine, own]) {
    const received = (await socket.waitFor('quote:created', ({ quote: pushed }) => pushed.id === quote.id)).quote;
    expect(plain(received)).toEqual(plain(quote));
    expect((await socket.waitFor('quote:updated')).quote).toMatchObject({ id: quote.id, price: 230.25, version: 2 });
    expect((await socket.waitFor('quote:withdrawn')).quote).toMatchObject({
      id: quote.id,
      status: 'withdrawn',
      version: 3,
    });
  }
  await other.waitFor('ride:updated', ({ ride_request }) => ride_request.version === 5);
  await settle(other, own);
  expect(JSON.stringify(other.received)).not.toMatch(/240\.5|230\.25/);
  expect(JSON.stringify(own.received)).not.toContain('555.55');
});

test('the cancellation of a request is pushed to its customer and to a driver with a quote on it, whose quote expires', async () => {
  const ride = await steps.ride(customer);
  await steps.quote(driver, ride, 100);
  await steps.quote(rival, ride, 200);
  const [mine, own] = [await connect(customer), await connect(driver)];
  await app.request('DELETE', `/rides/request/${ride.id}`, { token: customer.token });
  await own.waitFor('ride:closed', ({ ride_request_id }) => ride_request_id === ride.id);
  await own.waitFor('quote:updated', ({ quote }) => quote.status === 'expired' && quote.driver_id === driver.id);
  await mine.waitFor('ride:updated', ({ ride_request }) => ride_request.status === 'cancelled');
  await settle(own);
  expect(own.all('quote:updated').map(({ quote }) => quote.driver_id)).toEqual([driver.id]);
});

test('admins can watch a request; a customer who has not posted it gets 404, and a driver 403', async () => {
  const ride = await steps.ride(customer);
  await steps.quote(driver, ride, 321.09);
  const stranger = await connect(await app.register('customer'));
  expect(await watchRide(stranger, ride)).toMatchObject({ ok: false, status: 404 });
  expect(await watchRide(await connect(driver), ride)).toMatchObject({ ok: false, status: 403 });
  const admin = await connect(await app.register('admin'));
  expect(await watchRide(admin, ride)).toMatchObject({
    ok: true,
    ride_request: { id: ride.id },
    quotes: [{ price: 321.09 }],
  });
  await steps.quote(driver, ride, 320.08);
  await admin.waitFor('quote:updated', ({ quote }) => quote.price === 320.08);
  await settle(stranger);
  expect(stranger.received).toEqual([]);
});

test('an event is sent after its write: a read on receiving the event sees the write', async () => {
  const ride = await steps.ride(customer);
  const mine = await connect(customer);
  const reads: Promise<boolean>[] = [];
  mine.raw.on('quote:created', ({ quote }: { quote: Quote }) => {
    const read = app.request<Quote[]>('GET', `/quotes/ride/${ride.id}`, { token: customer.token });
    reads.push(read.then(({ body }) => body.some((row) => row.id === quote.id)));
  });
  const drivers = await Promise.all(Array.from({ length: 5 }, () => app.registerDriver()));
  await Promise.all(drivers.map((one, index) => steps.quote(one, ride, 100 + index)));
  await eventually(() => reads.length === 5, 'not every quote was pushed');
  expect(await Promise.all(reads)).toEqual([true, true, true, true, true]);
});

test('a watch loses no event between its snapshot and joining the room: snapshot plus events equal the REST list', async () => {
  const drivers = await Promise.all(Array.from({ length: 6 }, () => app.registerDriver()));
  for (let round = 0; round < 5; round += 1) {
    const ride = await steps.ride(customer);
    // A customer's socket also receives the quotes in its user room; only an admin's socket depends on the watch.
    const socket = await connect(await app.register('admin'));
    const writes = drivers.map((one, index) => steps.quote(one, ride, 100 + index));
    const snapshot = await watchRide(socket, ride);
    await Promise.all(writes);
    await Promise.all(drivers.slice(0, 3).map((one, index) => steps.quote(one, ride, 50 + index)));
    const held = new Map<string, Quote>();
    const upsert = (quote: Quote) => {
      if ((held.get(quote.id)?.version ?? 0) <= quote.version) held.set(quote.id, quote);
    };
    for (const quote of snapshot.quotes as Quote[]) upsert(quote);
    const fresh = (await app.request<Quote[]>('GET', `/quotes/ride/${ride.id}`, { token: customer.token })).body;
    await eventually(() => {
      for (const event of ['quote:created', 'quote:updated'] as const)
        for (const { quote } of socket.all(event)) upsert(quote);
      return fresh.every((quote) => held.get(quote.id)?.version === quote.version);
    }, 'a quote was missed');
    const byId = (one: Quote, other: Quote) => one.id.localeCompare(other.id);
    expect([...held.values()].map(plain).sort(byId)).toEqual(fresh.map(plain).sort(byId));
  }
});

/**
 * A quote without the availability, which changes without a new version, and without the pictures, whose signed
 * addresses differ.
 */
const plain = (quote: Quote): Quote => ({ ...quote, is_available: false, driver_photo: null, vehicle_image: null });

test('versions arrive in the order in which they were written', async () => {
  const ride = await steps.ride(customer);
  const mine = await connect(customer);
  await Promise.all(
    Array.from({ length: 12 }, (_, index) => steps.quote(index % 2 ? driver : rival, ride, 100 + index)),
  );
  const last = (await app.request<RideRequest>('GET', `/rides/request/${ride.id}`, { token: customer.token })).body;
  await mine.waitFor('ride:updated', ({ ride_request }) => ride_request.version === last.version);
  const versions = (list: { version: number }[]) => list.map((row) => row.version);
  const isAscending = (list: number[]) =>
    list.every((version, index) => index === 0 || version > (list[index - 1] ?? 0));
  expect(isAscending(versions(mine.all('ride:updated').map((pushed) => pushed.ride_request)))).toBe(true);
  for (const one of [driver, rival]) {
    const pushed = [...mine.all('quote:created'), ...mine.all('quote:updated')].map(({ quote }) => quote);
    expect(isAscending(versions(pushed.filter((quote) => quote.driver_id === one.id)))).toBe(true);
  }
});

test('a version emitted after a higher one is sent to nobody', async () => {
  const ride = await steps.ride(customer);
  const emitted: DomainEvents['quote.changed'][] = [];
  const stop = domainEvents.on('quote.changed', (event) => void emitted.push(event));
  for (const price of [100, 90]) await steps.quote(driver, ride, price);
  stop();
  const mine = await connect(customer);
  for (const event of emitted.reverse()) domainEvents.emit('quote.changed', event);
  await steps.quote(driver, ride, 80);
  await mine.waitFor('quote:updated', ({ quote }) => quote.price === 80);
  expect(mine.all('quote:updated').map(({ quote }) => quote.price)).toEqual([90, 80]);
  expect(mine.all('quote:created')).toEqual([]);
});

test('a socket can have at most 50 watches; ending one makes room for another', async () => {
  const admin = await app.register('admin');
  const made = await Promise.all(
    Array.from({ length: 51 }, (_, index) => (index < 20 ? steps.ride(customer) : postForOther())),
  );
  const socket = await connect(admin);
  const answers = await Promise.all(made.slice(0, 50).map((ride) => watchRide(socket, ride)));
  expect(answers.every((answer) => answer.ok)).toBe(true);
  const [first, , last] = [made[0], made[1], made[50]];
  if (!first || !last) throw new Error('not posted');
  expect(await watchRide(socket, last)).toMatchObject({ ok: false, status: 429, code: 'realtime.too_many_watches' });
  expect(await watchRide(socket, first)).toMatchObject({ ok: true });
  await socket.ask('ride:unwatch', { ride_request_id: first.id });
  expect(await watchRide(socket, last)).toMatchObject({ ok: true });
});

async function postForOther(): Promise<RideRequest> {
  return steps.ride(await app.register('customer'));
}

test('calls that are repeated without a change do not make other people read everything again', async () => {
  const ride = await steps.ride(customer);
  const quote = await steps.quote(driver, ride, 240);
  const bystander = await connect(await app.register('customer'));
  const mine = await connect(customer);
  const withdraw = () => app.request('DELETE', `/quotes/${quote.id}`, { token: driver.token });
  const seen: DomainEvents['quote.changed'][] = [];
  const stop = domainEvents.on('quote.changed', (changed) => void seen.push(changed));
  expect((await withdraw()).status).toBe(200);
  stop();
  const [changed] = seen;
  if (!changed) throw new Error('nothing was emitted');
  jest.useFakeTimers({
    doNotFake: ['setImmediate', 'setInterval', 'nextTick', 'queueMicrotask', 'performance', 'Date'],
  });
  for (let time = 0; time < 150; time += 1) {
    domainEvents.emit('quote.changed', changed);
    domainEvents.emit('ride.changed', { ride: changed.ride, change: 'updated' });
  }
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  await turn();
  letPass(1_000);
  reportAnswer();
  await turn();
  jest.advanceTimersByTime(6_000);
  jest.useRealTimers();
  expect((await mine.waitFor('quote:withdrawn')).quote.id).toBe(quote.id);
  await settle(bystander, mine);
  expect([...bystander.all('sync:required'), ...mine.all('sync:required')]).toEqual([]);
});
