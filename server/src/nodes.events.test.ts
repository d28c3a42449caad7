import { tmpdir } from 'node:os';
import { MAX_SOCKETS } from '@boli/shared/core/constants';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { limiterKey } from './core/limiters';
import { type DomainEvents, domainEvents } from './domain-events';
import { DriverProfileModel } from './drivers/drivers.model';
import type { OpenAdapter } from './realtime/adapter';
import { publishToNodes } from './realtime/push';
import { configure, readSettings, settings } from './settings';
import { type TestPerson, testSettings } from './testing/app';
import { openNodes, type TestNode, type TestNodes } from './testing/nodes';
import { canConnect, eventually, type TestSocket } from './testing/realtime';
import { startTestRedis, type TestRedis } from './testing/redis';
import { type Served, serve } from './testing/serve';
import { nodeEvents } from './wiring/node-events';
import { openNodes as openLink } from './wiring/nodes';
import { type Realtime, startRealtime } from './wiring/realtime';
import { wire } from './wiring/wire';

/**
 * For every domain event that is published to other nodes: an action on node `a`, or an event that this process emits
 * as a third node, reaches a client of node `b`.
 */

let redis: TestRedis;
let nodes: TestNodes;
let a: TestNode;
let b: TestNode;
let link: OpenAdapter | null;
let served: Served;
let here: Realtime;
let [customer, driver, admin]: TestPerson[] = [];

beforeAll(async () => {
  redis = await startTestRedis();
  nodes = await openNodes({ REDIS_URL: redis.url });
  [a, b] = [await nodes.start(), await nodes.start()];
  configure(readSettings(testSettings(tmpdir())));
  wire();
  link = await openLink(redis.url, false);
  served = await serve((_, response) => void response.end());
  here = startRealtime(served.server, link?.adapter);
}, 120_000);
afterEach(() => nodes.closeSockets());
afterAll(async () => {
  await here?.close();
  await served?.close();
  await link?.close();
  await nodes?.close();
  await redis?.kill();
});

const people = () => {
  if (!customer || !driver || !admin) throw new Error('the people of a test are registered before it');
  return { customer, driver, admin };
};

/** A customer's screen on `b` that shows this driver. */
async function screenOf(shown: TestPerson): Promise<TestSocket> {
  const { customer } = people();
  await a.steps.quote(shown, await a.steps.ride(customer));
  await a.api.request('POST', `/favorites/add/${shown.id}`, { token: customer.token });
  const screen = await b.connect(customer);
  expect(await screen.ask('drivers:watch', { driver_ids: [shown.id] })).toMatchObject({ ok: true });
  return screen;
}
const online = (is_available: boolean) => (pushed: object) =>
  'is_available' in pushed && pushed.is_available === is_available;
const decide = (status: string) => {
  const { driver, admin } = people();
  return a.api.request('PUT', `/admin/drivers/${driver.id}/verify?status=${status}`, { token: admin.token });
};

/** An accepted booking whose positions this node receives. */
async function drivenAt(node: TestNode) {
  const { customer, driver } = people();
  const booking = await a.steps.drive(driver, await a.steps.booked(customer, driver), 'accepted');
  const send = (lat: number) => {
    const call = { token: driver.token, body: { lat, lng: 77.2 } };
    return node.api.request('PUT', `/bookings/${booking.id}/location`, call);
  };
  await send(28.61);
  return { id: booking.id, send };
}

/** Waits until a node shows the eta, which the node requests from the one that receives the positions. */
async function showsEta(node: TestNode, id: string): Promise<void> {
  const isShown = async () => (await node.steps.readBooking(people().customer, id)).eta !== null;
  await eventually(isShown, 'the eta is not shown');
}
const showsEtaOfA = async () => showsEta(b, (await drivenAt(a)).id);

/** One row for each event. Where no call causes the event, its row emits it in this process, which is a third node. */
const rows: Partial<Record<keyof DomainEvents, () => Promise<void>>> = {
  async 'ride.changed'() {
    const mine = await b.connect(people().customer);
    const ride = await a.steps.ride(people().customer);
    await mine.waitFor('ride:created', ({ ride_request }) => ride_request.id === ride.id);
  },
  async 'quote.changed'() {
    const mine = await b.connect(people().customer);
    const quote = await a.steps.quote(people().driver, await a.steps.ride(people().customer));
    await mine.waitFor('quote:created', ({ quote: pushed }) => pushed.id === quote.id);
  },
  async 'booking.changed'() {
    const mine = await b.connect(people().customer);
    const booking = await a.steps.booked(people().customer, people().driver);
    await mine.waitFor('booking:created', ({ booking: pushed }) => pushed.id === booking.id);
  },
  async 'earnings.changed'() {
    const theirs = await b.connect(people().driver);
    const booking = await a.steps.booked(people().customer, people().driver);
    await a.steps.drive(people().driver, booking, 'completed');
    await theirs.waitFor('earnings:updated');
  },
  async 'settlement.changed'() {
    const board = await b.connect(people().admin);
    const booking = await a.steps.booked(people().customer, people().driver);
    await a.steps.drive(people().driver, booking, 'completed');
    await board.waitFor('settlement:updated', ({ settlement }) => settlement.booking_id === booking.id);
  },
  async 'driver.changed'() {
    const board = await b.connect(people().admin);
    await decide('rejected');
    await board.waitFor('verification:updated', ({ item }) => item.user.id === people().driver.id);
  },
  async 'driver.decided'() {
    const { driver } = people();
    const theirs = await b.connect(driver);
    await decide('rejected');
    await theirs.ask('rides:watch');
    // Stored without `driver.changed`, which has the same effect on the driver's sockets.
    const verified = { $set: { verification_status: 'verified' as const } };
    const profile = await DriverProfileModel.findOneAndUpdate({ user_id: driver.id }, verified).lean();
    if (!profile) throw new Error('the driver has no profile');
    domainEvents.emit('driver.decided', { profile: { ...profile, verification_status: 'verified' } });
    await theirs.waitFor('sync:required');
  },
  async 'presence.joined'() {
    const screen = await screenOf(people().driver);
    // Without a connection anywhere, so that no list of a node names the driver.
    domainEvents.emit('presence.joined', { driverId: people().driver.id });
    await screen.waitFor('driver:updated', online(true));
  },
  async 'presence.left'() {
    const screen = await screenOf(people().driver);
    domainEvents.emit('presence.joined', { driverId: people().driver.id });
    await screen.waitFor('driver:updated', online(true));
    domainEvents.emit('presence.left', { driverId: people().driver.id });
    await screen.waitFor('driver:updated', online(false));
  },
  async 'presence.listed'() {
    const screen = await screenOf(people().driver);
    domainEvents.emit('presence.listed', { drivers: [people().driver.id] });
    await screen.waitFor('driver:updated', online(true));
    domainEvents.emit('presence.listed', { drivers: [] });
    await screen.waitFor('driver:updated', online(false));
  },
  async 'presence.asked'() {
    await b.connect(people().driver);
    const later = await nodes.start();
    const isShown = async () => {
      const { body } = await later.api.request('GET', '/driver/profile', { token: people().driver.token });
      return body.is_available === true;
    };
    await eventually(isShown, 'the nodes do not answer with their lists', 5_000);
    await later.server.kill();
  },
  async 'sockets.counted'() {
    const { id } = people().customer;
    const counted = (sockets: number) =>
      domainEvents.emit('sockets.counted', { counts: [{ userId: id, sockets }], isList: true });
    counted(MAX_SOCKETS);
    const isRefused = async () => !(await canConnect(b.server.url, people().customer.token));
    await eventually(isRefused, 'the sockets of another node do not count');
    counted(0);
  },
  'positions.taken': showsEtaOfA,
  async 'positions.released'() {
    const { id, send } = await drivenAt(b);
    const watcher = await b.connect(people().customer);
    await watcher.ask('booking:watch', { booking_id: id });
    const seq = Date.now() + 60_000;
    domainEvents.emit('positions.released', { bookingId: id, seq, newest: null });
    await eventually(async () => {
      await send(28.62 + Math.random() / 1_000);
      return watcher.all('booking:location').some((position) => position.seq > seq);
    }, 'the numbers of another node are not continued');
  },
  async 'positions.listed'() {
    const { id } = await drivenAt(a);
    const later = await nodes.start();
    await showsEta(later, id);
    await later.server.kill();
  },
  'live.asked': showsEtaOfA,
  'live.answered': showsEtaOfA,
  async 'sign_in.failed'() {
    // Nobody's account, so that no network is known to have used it.
    const email = `${people().driver.id}@example.org`;
    const body = { email, password: 'wrong' };
    const failure = { pace: 'account', key: limiterKey(email), origin: limiterKey('another network') } as const;
    const screen = await screenOf(people().driver);
    for (let failed = 0; failed < settings().RATE_LOGIN_ACCOUNT; failed++) domainEvents.emit('sign_in.failed', failure);
    // `b` has received the failures when it has received the event that was published after them.
    domainEvents.emit('presence.joined', { driverId: people().driver.id });
    await screen.waitFor('driver:updated', online(true));
    // Of the attempts from one network the first is admitted, the second waits for its turn, and the third is refused. No
    // attempt has claimed a turn in Redis before.
    const refusals = [1, 2, 3].map(async () => {
      const { status } = await b.api.request('POST', '/auth/login', { body });
      if (status !== 429) throw new Error(`an attempt was answered ${status}`);
    });
    await Promise.any(refusals);
  },
  async 'budget.spent'() {
    const mine = await b.connect(people().customer);
    domainEvents.emit('budget.spent', { spent: [{ budget: 'account', who: people().customer.id, tokens: 1e12 }] });
    await eventually(async () => (await mine.ask('settled')).status === 429, 'the account may still spend');
  },
  async 'notification.created'() {
    const theirs = await b.connect(people().driver);
    await a.steps.booked(people().customer, people().driver);
    await theirs.waitFor('notification:created');
  },
  async 'notification.read'() {
    const theirs = await b.connect(people().driver);
    await a.steps.booked(people().customer, people().driver);
    const { notification } = await theirs.waitFor('notification:created');
    const body = { ids: [notification.id] };
    await a.api.request('POST', '/notifications/read', { token: people().driver.token, body });
    await theirs.waitFor('notification:read', ({ ids }) => ids?.includes(notification.id) ?? false);
  },
  async 'session.ended'() {
    // The reason is `revoked` if the periodic check of `b` finds the ended session before the message arrives.
    const isNotified = async () => {
      const person = await a.api.register('customer');
      const mine = await b.connect(person);
      await a.api.request('POST', '/auth/logout', { token: person.token });
      return (await mine.waitFor('session:ended')).reason === 'logged_out';
    };
    await eventually(isNotified, 'every ended session was found by the periodic check only');
  },
};

const published = Object.entries(nodeEvents).flatMap(([name, event]) => (event ? [name] : []));

test('every domain event that is published to other nodes has a row', () => {
  expect(Object.keys(rows).sort()).toEqual(published.sort());
});

test('several messages about one version of a row cause one push, whether they name the version or not; a later version is pushed', async () => {
  const [poster, bidder] = [await a.api.register('customer'), await a.api.registerDriver()];
  const screen = await b.connect(poster);
  const ride = await a.steps.ride(poster);
  await screen.waitFor('ride:created');
  const message = { node: 'another node', name: 'ride.changed', version: 1 };
  const publish = (row_version?: number) =>
    publishToNodes({ ...message, row_version, payload: { ride_id: ride.id, change: 'updated' } });
  publish();
  await screen.waitFor('ride:updated');
  for (const row_version of [undefined, ride.version, ride.version]) publish(row_version);
  await a.steps.quote(bidder, ride);
  await screen.waitFor('ride:updated', ({ ride_request }) => ride_request.version > ride.version);
  await screen.ask('settled');
  const versions = screen.all('ride:updated').map(({ ride_request }) => ride_request.version);
  expect(versions).toEqual([ride.version, ride.version + 1]);
});

test.each(Object.entries(rows))(
  '%s reaches a client of another node',
  async (_, reaches) => {
    [customer, driver, admin] = [
      await a.api.register('customer'),
      await a.api.registerDriver(),
      await a.api.register('admin'),
    ];
    await reaches();
  },
  30_000,
);
