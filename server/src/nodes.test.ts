import { isDeepStrictEqual } from 'node:util';
import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { TestPerson } from './testing/app';
import { openNodes, type TestNode, type TestNodes } from './testing/nodes';
import { type PausableLink, pausableLink } from './testing/pausable-link';
import { eventually, openTooManySockets, type TestSocket } from './testing/realtime';
import { startTestRedis, type TestRedis } from './testing/redis';
import { stopwatch } from './testing/stopwatch';

/** Two servers of different machines on one database, joined by a Redis: what happens on `a` is seen on `b`. */

let redis: TestRedis;
let nodes: TestNodes;
let a: TestNode;
let b: TestNode;
let customer: TestPerson;
let driver: TestPerson;
let admin: TestPerson;

beforeAll(async () => {
  redis = await startTestRedis();
  nodes = await openNodes({ REDIS_URL: redis.url });
  [a, b] = [await nodes.start(), await nodes.start()];
  [customer, driver, admin] = [
    await a.api.register('customer'),
    await a.api.registerDriver(),
    await a.api.register('admin'),
  ];
}, 120_000);
afterEach(() => nodes.closeSockets());
afterAll(async () => {
  await nodes?.close();
  await redis?.kill();
});

describe('an action on one node reaches the sockets of another:', () => {
  test('a new ride request and its end reach the customer, drivers in the area and admins', async () => {
    const [mine, looking, watching] = [await b.connect(customer), await b.connect(driver), await b.connect(admin)];
    await looking.ask('rides:watch');
    const ride = await a.steps.ride(customer);
    for (const socket of [mine, looking, watching])
      await socket.waitFor('ride:created', ({ ride_request }) => ride_request.id === ride.id);
    await a.api.request('DELETE', `/rides/request/${ride.id}`, { token: customer.token });
    await mine.waitFor('ride:updated', ({ ride_request }) => ride_request.status === 'cancelled');
    await looking.waitFor('ride:closed', ({ ride_request_id }) => ride_request_id === ride.id);
  });

  test('a quote reaches the customer, and its withdrawal too', async () => {
    const mine = await b.connect(customer);
    const ride = await a.steps.ride(customer);
    const quote = await a.steps.quote(driver, ride);
    await mine.waitFor('quote:created', ({ quote: pushed }) => pushed.id === quote.id);
    const isTimed = async () => {
      const metrics = await (await fetch(`${b.server.url}/metrics`)).text();
      return /^push_delay_seconds_count\{event="quote.changed",from="other"\} [1-9]/m.test(metrics);
    };
    await eventually(isTimed, 'the delay is not measured');
    await a.api.request('DELETE', `/quotes/${quote.id}`, { token: driver.token });
    await mine.waitFor('quote:withdrawn', ({ quote: pushed }) => pushed.id === quote.id);
  });

  test('a booking reaches both sides and the live board, and its settlement and the earnings follow', async () => {
    const [mine, theirs, board] = [await b.connect(customer), await b.connect(driver), await b.connect(admin)];
    await board.ask('admin:watch');
    const booking = await a.steps.booked(customer, driver);
    for (const socket of [mine, theirs])
      await socket.waitFor('booking:created', ({ booking: pushed }) => pushed.id === booking.id);
    await board.waitFor('live:updated');
    await a.steps.drive(driver, booking, 'completed');
    await mine.waitFor('booking:updated', ({ booking: pushed }) => pushed.status === 'completed');
    await theirs.waitFor('earnings:updated');
    await board.waitFor('settlement:updated', ({ settlement }) => settlement.booking_id === booking.id);
    await board.waitFor('stats:updated');
  });

  test('a new row of the inbox reaches the person, and later the news that it was read', async () => {
    const theirs = await b.connect(driver);
    await a.steps.booked(customer, driver);
    const { notification } = await theirs.waitFor('notification:created');
    await a.api.request('POST', '/notifications/read', { token: driver.token, body: { ids: [notification.id] } });
    await theirs.waitFor('notification:read', ({ ids }) => ids?.includes(notification.id) ?? false);
  });

  test('the decision on a driver reaches the driver and the admins, and decides whether the driver gets new requests', async () => {
    const other = await a.api.registerDriver();
    const [theirs, watching] = [await b.connect(other), await b.connect(admin)];
    expect(await theirs.ask('rides:watch')).toMatchObject({ ok: true });
    const decide = (status: string) =>
      a.api.request('PUT', `/admin/drivers/${other.id}/verify?status=${status}`, { token: admin.token });
    await decide('rejected');
    await theirs.waitFor(
      'driver:updated',
      (update) => 'profile' in update && update.profile.verification_status === 'rejected',
    );
    await watching.waitFor('verification:updated', ({ item }) => item.user.id === other.id);
    const unseen = await a.steps.ride(customer);
    await watching.waitFor('ride:created', ({ ride_request }) => ride_request.id === unseen.id);
    await decide('verified');
    await theirs.waitFor('sync:required');
    const seen = await a.steps.ride(customer);
    await theirs.waitFor('ride:created', ({ ride_request }) => ride_request.id === seen.id);
    expect(theirs.all('ride:created').map(({ ride_request }) => ride_request.id)).not.toContain(unseen.id);
  });
});

test('the end of a session on one node closes its sockets on another', async () => {
  let person = await a.api.register('customer');
  // The reason is `revoked` if the periodic check of `b` finds the ended session before the message arrives.
  const isNotified = async () => {
    person = await a.api.register('customer');
    const socket = await b.connect(person);
    await a.api.request('POST', '/auth/logout', { token: person.token });
    const { reason } = await socket.waitFor('session:ended');
    await socket.gone();
    return reason === 'logged_out';
  };
  await eventually(isNotified, 'every ended session was found by the periodic check only');
  // The other node has kept the identity of the socket for a reconnection.
  await expect(b.connect(person)).rejects.toThrow('unauthorized');
});

test('a driver who is connected to one node is online on another, also on one that is started later', async () => {
  const person = await a.api.registerDriver();
  await a.connect(person);
  await a.api.request('PUT', '/driver/availability', { token: person.token, body: { is_available: true } });
  const c = await nodes.start();
  for (const node of [a, b, c]) {
    const isOnline = async () => {
      const { body } = await node.api.request('GET', '/driver/profile', { token: person.token });
      return body.is_available === true;
    };
    await eventually(isOnline, 'the driver is offline');
  }
  await c.server.kill();
}, 60_000);

test('the maximum of sockets of a person applies to all nodes together, also when the sockets are opened at the same time', async () => {
  const person = await a.api.register('customer');
  const close = await openTooManySockets([a.server.url, b.server.url], person.token);
  close();
  const reconnects = () =>
    b.connect(person).then(
      () => true,
      () => false,
    );
  await eventually(reconnects, 'the closed sockets still count');
}, 60_000);

describe('positions', () => {
  const at = (booking: { id: string }, lat: number) => ({ booking_id: booking.id, lat, lng: 77.2 });
  const send = (node: TestNode, booking: { id: string }, lat: number) =>
    node.api.request('PUT', `/bookings/${booking.id}/location`, { token: driver.token, body: { lat, lng: 77.2 } });

  test('of a driver on one node reach the watchers on another', async () => {
    const booking = await a.steps.drive(driver, await a.steps.booked(customer, driver), 'accepted');
    const [mine, board, own] = [await b.connect(customer), await b.connect(admin), await a.connect(driver)];
    await mine.ask('booking:watch', { booking_id: booking.id });
    await board.ask('admin:watch');
    await own.ask('booking:location', at(booking, 28.61));
    for (const socket of [mine, board])
      expect(await socket.waitFor('booking:location')).toMatchObject({ booking_id: booking.id, lat: 28.61 });
  });

  test('that are sent to one node and then to the other have rising numbers, and both nodes show the last one', async () => {
    const booking = await a.steps.drive(driver, await a.steps.booked(customer, driver), 'accepted');
    const [onA, onB] = [await a.connect(customer), await b.connect(customer)];
    for (const socket of [onA, onB]) await socket.ask('booking:watch', { booking_id: booking.id });
    for (let turn = 0; turn < 4; turn++) {
      const lat = 28.61 + turn / 10_000;
      expect((await send(turn % 2 ? b : a, booking, lat)).body).toMatchObject({ live: true });
      for (const socket of [onA, onB]) await socket.waitFor('booking:location', (position) => position.lat === lat);
    }
    for (const socket of [onA, onB]) {
      const numbers = socket.all('booking:location').map(({ seq }) => seq);
      expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
      expect(new Set(numbers).size).toBe(numbers.length);
    }
    const shown = async (node: TestNode) => (await node.steps.readBooking(customer, booking.id)).driver_lat;
    for (const node of [a, b])
      await eventually(async () => (await shown(node)) === 28.6103, 'an older position is shown');
  });

  test('are shown by every node with the same eta and route, and no node shows an older position after a newer one', async () => {
    const booking = await a.steps.drive(driver, await a.steps.booked(customer, driver), 'accepted');
    const read = (node: TestNode) => node.steps.readBooking(customer, booking.id);
    const screens = new Map([
      [a, await a.connect(customer)],
      [b, await b.connect(customer)],
    ]);
    const route = async (node: TestNode) =>
      (await screens.get(node)?.ask('booking:watch', { booking_id: booking.id }))?.route;
    const shown: number[] = [];
    for (const [sender, reader] of [
      [a, b],
      [b, a],
    ] as const) {
      for (let turn = 1; turn <= 5; turn++) {
        const lat = (shown.at(-1) ?? 28.6) + 1 / 10_000;
        await send(sender, booking, lat);
        const isShown = async () => shown.push((await read(reader)).driver_lat ?? 0) > 0 && shown.at(-1) === lat;
        await eventually(isShown, 'a position is not shown');
      }
      await eventually(async () => (await read(sender)).eta !== null, 'there is no eta');
      // A node that is not answered within 100 ms shows neither eta nor route.
      const isSame = async () => {
        const [one, other] = [await read(sender), await read(reader)];
        const { body } = await reader.api.request<Booking[]>('GET', '/bookings/my', { token: customer.token });
        const inList = body.find(({ id }) => id === booking.id);
        for (const { eta } of [other, inList ?? other]) expect([null, one.eta]).toContainEqual(eta);
        return isDeepStrictEqual(
          [other.eta, other.driver_location_at, inList?.eta, await route(reader)],
          [one.eta, one.driver_location_at, one.eta, await route(sender)],
        );
      };
      await eventually(isSame, 'the nodes show different etas, times or routes');
      expect(await route(sender)).toMatchObject({ booking_id: booking.id });
    }
    expect(shown).toEqual(shown.toSorted());
    const c = await nodes.start();
    const isKnown = async () => (await read(c)).eta !== null;
    await eventually(isKnown, 'a node that was started later does not know which node to ask');
    await c.server.kill();
  }, 60_000);

  test('are not shown after a newer one while the node that receives them does not answer', async () => {
    const booking = await a.steps.drive(driver, await a.steps.booked(customer, driver), 'accepted');
    const shown = async () => (await a.steps.readBooking(customer, booking.id)).driver_lat;
    for (const lat of [28.6, 28.6001, 28.6002]) {
      await send(b, booking, lat);
      await eventually(async () => (await shown()) === lat, 'a position is not shown');
    }
    // The last position is probably not stored yet.
    b.server.child.kill('SIGSTOP');
    try {
      for (let reads = 0; reads < 3; reads++) expect(await shown()).toBe(28.6002);
      await a.steps.drive(driver, booking, 'completed');
      expect(await shown()).toBe(28.6002);
    } finally {
      b.server.child.kill('SIGCONT');
    }
  });

  test('are refused on every node once the ride has ended on one', async () => {
    const booking = await a.steps.drive(driver, await a.steps.booked(customer, driver), 'in_progress');
    expect((await send(b, booking, 28.61)).status).toBe(200);
    await a.steps.step(driver, booking, 'completed');
    await eventually(async () => (await send(b, booking, 28.62)).status === 409, 'the position was accepted');
  });
});

describe('a room on a node whose link to Redis is slow or breaks', () => {
  let link: PausableLink;
  let c: TestNode;

  beforeAll(async () => {
    link = await pausableLink({ host: '127.0.0.1', port: Number(new URL(redis.url).port) });
    c = await nodes.start({ REDIS_URL: `redis://127.0.0.1:${link.port}` });
  }, 60_000);
  afterEach(() => link.resume());
  afterAll(async () => {
    await c?.server.kill();
    await link?.close();
  });

  /** Sends positions to `a` until one of them has reached the socket at `c`. */
  const hears = async (socket: TestSocket, booking: { id: string }) => {
    let lat = 28.6;
    const arrives = async () => {
      lat += 1 / 100_000;
      const body = { lat, lng: 77.2 };
      await a.api.request('PUT', `/bookings/${booking.id}/location`, { token: driver.token, body });
      return socket.all('booking:location').length > 0;
    };
    await eventually(arrives, 'the room is deaf to the other nodes');
  };

  test('hears the other nodes after its only watcher has left and come back within one reply', async () => {
    const booking = await a.steps.drive(driver, await a.steps.booked(customer, driver), 'accepted');
    const mine = await c.connect(customer);
    await mine.ask('booking:watch', { booking_id: booking.id });
    await hears(mine, booking);
    link.pause();
    await mine.ask('booking:unwatch', { booking_id: booking.id });
    const again = await c.connect(customer);
    await again.ask('booking:watch', { booking_id: booking.id });
    link.resume();
    await hears(again, booking);
  }, 60_000);

  test('hears the other nodes after the connection broke before the reply to its subscription', async () => {
    const booking = await a.steps.drive(driver, await a.steps.booked(customer, driver), 'accepted');
    const mine = await c.connect(customer);
    link.pause();
    await mine.ask('booking:watch', { booking_id: booking.id });
    await eventually(link.isFull, 'nothing is sent to Redis');
    link.cut();
    link.resume();
    await mine.waitFor('sync:required');
    await hears(mine, booking);
  }, 60_000);
});

test('without Redis every node serves its own sockets and reports the loss, and all sockets synchronise again when Redis is back', async () => {
  const [onA, onB] = [await a.connect(customer), await b.connect(customer)];
  const status = async (node: TestNode): Promise<Record<string, unknown>> =>
    Object.fromEntries(Object.entries((await (await fetch(`${node.server.url}/health/ready`)).json()) ?? {}));
  await redis.kill();
  for (const node of [a, b])
    await eventually(async () => (await status(node)).status === 'degraded', 'the loss of Redis is not noticed');
  const ride = await a.steps.ride(customer);
  await onA.waitFor('ride:created', ({ ride_request }) => ride_request.id === ride.id);
  const c = await nodes.start();
  expect(await status(c)).toMatchObject({ status: 'degraded', nodes: 'lost' });
  const onC = await c.connect(customer);
  expect(onB.all('ride:created').filter(({ ride_request }) => ride_request.id === ride.id)).toEqual([]);
  await redis.start();
  for (const socket of [onA, onB, onC]) await socket.waitFor('sync:required');
  expect(await status(b)).toMatchObject({ status: 'ready', nodes: 'ok' });
  const next = await a.steps.ride(customer);
  for (const socket of [onB, onC])
    await socket.waitFor('ride:created', ({ ride_request }) => ride_request.id === next.id);
  await c.server.kill();
}, 60_000);

test('a Redis that does not answer delays no event on the node where it happens', async () => {
  const onA = await a.connect(customer);
  const booking = await a.steps.drive(driver, await a.steps.booked(customer, driver), 'accepted');
  await onA.ask('booking:watch', { booking_id: booking.id });
  const own = await a.connect(driver);
  await own.ask('booking:location', { booking_id: booking.id, lat: 28.6, lng: 77.2 });
  const eta = async () => (await b.steps.readBooking(customer, booking.id)).eta;
  await eventually(async () => (await eta()) !== null, 'the other node does not know the eta');
  redis.process().kill('SIGSTOP');
  try {
    const elapsed = stopwatch();
    await own.ask('booking:location', { booking_id: booking.id, lat: 28.61, lng: 77.2 });
    await onA.waitFor('booking:location', ({ lat }) => lat === 28.61);
    const ride = await a.steps.ride(customer);
    await onA.waitFor('ride:created', ({ ride_request }) => ride_request.id === ride.id);
    await b.steps.readBooking(customer, booking.id);
    expect(elapsed()).toBeLessThan(2_000);
  } finally {
    redis.process().kill('SIGCONT');
  }
});
