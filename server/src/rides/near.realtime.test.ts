import { randomUUID } from 'node:crypto';
import { rooms } from '@boli/shared/realtime/rooms';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { hasListeners } from '../realtime/push';
import { market } from '../testing/market';
import { settle, type TestSocket } from '../testing/realtime';
import { setUpPeople, setUpPeopleEach, setUpRealtimeApp } from '../testing/set-up';
import { socketsOf } from '../testing/sockets';
import { cellsTouching } from './near';
import { type RideDocument, RideModel } from './rides.model';

const app = setUpRealtimeApp({ settings: { MAX_OPEN_REQUESTS: '1000' } });
const connect = socketsOf(app);
const steps = market(app);
const { driver } = setUpPeople({ driver: () => app.registerDriver() });
const { customer } = setUpPeopleEach({ customer: () => app.register('customer') });

const connaught = { lat: 28.6315, lng: 77.2167 };
const mumbai = { lat: 19.076, lng: 72.8777 };
const rideAt = (lat: number, lng: number) => steps.ride(customer, { pickup_lat: lat, pickup_lng: lng });
const watch = (socket: TestSocket, at: { lat: number; lng: number }, radius_km: number) =>
  socket.ask('rides:watch', { near: { ...at, radius_km } });
const received = (socket: TestSocket) => socket.all('ride:created').map(({ ride_request }) => ride_request.id);
const idsOf = (rows: unknown) => (rows as RideRequest[]).map(({ id }) => id);

test('a watch of a circle of any size receives the opening and the closing of each request inside, and nothing about distant requests', async () => {
  for (const radius of [5, 25, 200]) {
    const [here, there] = [await connect(driver), await connect(await app.registerDriver())];
    expect(await watch(here, connaught, radius)).toMatchObject({ ok: true });
    await watch(there, mumbai, radius);
    // A tenth of a degree of latitude is some eleven kilometres.
    const ride = await rideAt(connaught.lat + (radius * 0.95) / 111.2, connaught.lng);
    await here.waitFor('ride:created', ({ ride_request }) => ride_request.id === ride.id);
    await app.request('DELETE', `/rides/request/${ride.id}`, { token: customer.token });
    await here.waitFor('ride:closed', ({ ride_request_id }) => ride_request_id === ride.id);
    await settle(there);
    // Drivers who come online also receive their own profile.
    expect(there.received.filter(({ event }) => event.startsWith('ride:'))).toEqual([]);
  }
});

test('if two circles are requested concurrently, only the later one is watched', async () => {
  const socket = await connect(driver);
  await Promise.all([watch(socket, mumbai, 5), watch(socket, connaught, 5)]);
  await rideAt(mumbai.lat, mumbai.lng);
  const near = await rideAt(connaught.lat, connaught.lng);
  await socket.waitFor('ride:created', ({ ride_request }) => ride_request.id === near.id);
  expect(received(socket)).toEqual([near.id]);
});

test('a new circle replaces the previous one; without a circle all requests arrive; after unwatching none', async () => {
  const socket = await connect(driver);
  await watch(socket, connaught, 5);
  await watch(socket, mumbai, 10);
  const before = cellsTouching({ ...connaught, radius_km: 5 });
  expect(before.some((cell) => hasListeners(rooms.cell(cell)))).toBe(false);
  const [far, near] = [await rideAt(connaught.lat, connaught.lng), await rideAt(mumbai.lat, mumbai.lng)];
  await socket.waitFor('ride:created', ({ ride_request }) => ride_request.id === near.id);
  expect(received(socket)).toEqual([near.id]);
  expect(idsOf((await socket.ask('rides:watch')).ride_requests)).toEqual(expect.arrayContaining([far.id, near.id]));
  const other = await rideAt(connaught.lat, connaught.lng);
  await socket.waitFor('ride:created', ({ ride_request }) => ride_request.id === other.id);
  await socket.ask('rides:unwatch');
  await rideAt(mumbai.lat, mumbai.lng);
  await settle(socket);
  expect(received(socket)).toEqual([near.id, other.id]);
});

test('the snapshot and the REST pages contain the requests in the circle, not those in the corners of the square around it', async () => {
  const at = { lat: 12.9716, lng: 77.5946 };
  const km = 1 / 111.2;
  const inside = [
    await rideAt(at.lat + 4 * km, at.lng),
    await rideAt(at.lat, at.lng - 4 * km),
    await rideAt(at.lat, at.lng),
  ];
  const corner = await rideAt(at.lat + 4.5 * km, at.lng + 4.5 * km);
  const newestFirst = inside.map(({ id }) => id).reverse();
  const socket = await connect(driver);
  expect(idsOf((await watch(socket, at, 5)).ride_requests)).toEqual(newestFirst);
  const list = (query: string) =>
    app.request<RideRequest[]>('GET', `/rides/requests?lat=${at.lat}&lng=${at.lng}&radius_km=5${query}`, {
      token: driver.token,
    });
  const { body, headers } = await list('');
  expect([idsOf(body), headers.get('x-total-count')]).toEqual([newestFirst, '3']);
  const first = await list('&limit=2');
  const rest = await list(`&before=${first.body.at(-1)?.created_at}`);
  expect([...idsOf(first.body), ...idsOf(rest.body)]).toEqual(newestFirst);
  expect(idsOf(body)).not.toContain(corner.id);
});

test('an invalid circle is refused and the previous watch stays; a customer may not watch a circle', async () => {
  const socket = await connect(driver);
  await watch(socket, connaught, 5);
  for (const near of [
    { ...connaught, radius_km: 501 },
    { ...connaught, radius_km: 0 },
    { lat: 91, lng: 0, radius_km: 5 },
  ]) {
    expect(await socket.ask('rides:watch', { near })).toMatchObject({ ok: false, status: 400 });
  }
  expect(await socket.ask('rides:watch', { near: { lat: 1, lng: 2 } })).toMatchObject({ ok: false, status: 400 });
  const ride = await rideAt(connaught.lat, connaught.lng);
  await socket.waitFor('ride:created', ({ ride_request }) => ride_request.id === ride.id);
  expect(await (await connect(customer)).ask('rides:watch', { near: { ...connaught, radius_km: 5 } })).toMatchObject({
    status: 403,
  });
});

describe('more requests than a page holds:', () => {
  const goa = { lat: 15.4909, lng: 73.8278 };
  const near = { ...goa, radius_km: 5 };
  const ids: string[] = [];

  beforeAll(async () => {
    const template = await RideModel.findById((await rideAt(goa.lat, goa.lng)).id).lean<RideDocument>();
    if (!template) throw new Error('no request');
    const { open_slot: _, ...ride } = template;
    const now = Date.now();
    // Ten rows have the same `created_at`: the last three within the limit of a page, and the seven after them.
    const rows = Array.from({ length: 230 }, (_, at) => ({
      ...ride,
      _id: randomUUID(),
      customer_id: randomUUID(),
      created_at: new Date(now - 1_000 - (at >= 196 && at < 206 ? 196 : at)),
      changed_at: new Date(),
    }));
    await RideModel.insertMany(rows);
    ids.push(template._id, ...rows.map(({ _id }) => _id));
  });

  test('a watch reports that more rows follow, and the total of all rows; the next page has all remaining rows', async () => {
    const socket = await connect(driver);
    const first = await socket.ask('rides:watch', { near });
    const rows = first.ride_requests as RideRequest[];
    expect([rows.length, first.more, first.total]).toEqual([207, true, 231]);
    const rest = await socket.ask('rides:watch', { near, before: rows.at(-1)?.created_at });
    expect([rest.more, rest.total]).toEqual([false, 231]);
    const read = [...idsOf(rows), ...idsOf(rest.ride_requests)];
    expect(read).toHaveLength(231);
    expect(new Set(read)).toEqual(new Set(ids));
    expect(await socket.ask('rides:watch', { near, before: 'yesterday' })).toMatchObject({ ok: false, status: 400 });
    const ride = await rideAt(goa.lat, goa.lng);
    ids.push(ride.id);
    await socket.waitFor('ride:created', ({ ride_request }) => ride_request.id === ride.id);
  });

  test.each([1, 7, 50, 200])('REST pages of %i contain each row once', async (limit) => {
    const read: string[] = [];
    for (let before = ''; ; ) {
      const { body, headers } = await app.request<RideRequest[]>(
        'GET',
        `/rides/requests?lat=${goa.lat}&lng=${goa.lng}&radius_km=5&limit=${limit}${before}`,
        { token: driver.token },
      );
      expect(headers.get('x-total-count')).toBe(String(ids.length));
      if (body.length === 0) break;
      read.push(...idsOf(body));
      before = `&before=${body.at(-1)?.created_at}`;
    }
    expect(read).toHaveLength(ids.length);
    expect(new Set(read)).toEqual(new Set(ids));
  });
});
