import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { io, type Socket } from 'socket.io-client';
import type { TestPerson } from './testing/app';
import { openNodes, type TestNode, type TestNodes } from './testing/nodes';
import { eventually, type TestSocket } from './testing/realtime';
import { startTestRedis, type TestRedis } from './testing/redis';
import { type BuiltVersion, buildVersion } from './testing/version';

/**
 * An upgrade without downtime: the version of the commit `UPGRADE_FROM` and this one run side by side on one database and
 * one Redis, as they do in a rolling restart.
 */
const UPGRADE_FROM = process.env.UPGRADE_FROM ?? '';
const DRAIN_SECONDS = '2';

test('a commit that this repository does not have is refused with a sentence', async () => {
  await expect(buildVersion('no-such-commit')).rejects.toThrow(
    'this repository has no commit no-such-commit: name another, or fetch it (git fetch --unshallow)',
  );
});

const upgrade = UPGRADE_FROM === '' ? describe.skip : describe;
upgrade(`from the version ${UPGRADE_FROM || '(skipped: UPGRADE_FROM names no commit)'} to this one`, () => {
  let former: BuiltVersion;
  let redis: TestRedis;
  let nodes: TestNodes;
  let old: TestNode;
  let now: TestNode;
  let customer: TestPerson;
  let driver: TestPerson;
  let admin: TestPerson;

  beforeAll(async () => {
    former = await buildVersion(UPGRADE_FROM);
    redis = await startTestRedis();
    nodes = await openNodes({ REDIS_URL: redis.url, DRAIN_SECONDS });
    old = await nodes.start({}, former.program);
    [customer, driver, admin] = [
      await old.api.register('customer'),
      await old.api.registerDriver(),
      await old.api.register('admin'),
    ];
    // Data of the old version are there when the new one starts.
    await old.steps.drive(driver, await old.steps.booked(customer, driver), 'completed');
    now = await nodes.start();
  }, 300_000);
  afterAll(async () => {
    await nodes?.close();
    await redis?.kill();
    await former?.remove();
  });

  test('a ride goes through both versions, each step is pushed to the clients of both, and the numbers of its positions rise', async () => {
    const clients = {
      customer: [await old.connect(customer), await now.connect(customer)],
      driver: [await old.connect(driver), await now.connect(driver)],
      admin: [await old.connect(admin), await now.connect(admin)],
    };
    const each = (who: keyof typeof clients, see: (socket: TestSocket) => Promise<unknown>) =>
      Promise.all(clients[who].map(see));
    await each('driver', (socket) => socket.ask('rides:watch'));
    await each('admin', (socket) => socket.ask('admin:watch'));

    const ride = await old.steps.ride(customer);
    for (const who of ['customer', 'driver'] as const)
      await each(who, (socket) => socket.waitFor('ride:created', ({ ride_request }) => ride_request.id === ride.id));
    const quote = await now.steps.quote(driver, ride);
    await each('customer', (socket) => socket.waitFor('quote:created', ({ quote: pushed }) => pushed.id === quote.id));
    const booking = await old.steps.book(customer, quote);
    for (const who of ['customer', 'driver'] as const)
      await each(who, (socket) => socket.waitFor('booking:created', ({ booking: pushed }) => pushed.id === booking.id));
    const shows = (status: Booking['status']) =>
      each('customer', (socket) =>
        socket.waitFor(
          'booking:updated',
          ({ booking: { id, status: shown } }) => id === booking.id && shown === status,
        ),
      );
    await now.steps.step(driver, booking, 'accepted');
    await shows('accepted');
    await old.steps.step(driver, booking, 'in_progress');
    await shows('in_progress');
    await each('customer', (socket) => socket.ask('booking:watch', { booking_id: booking.id }));
    for (const [turn, node] of [old, now, old, now].entries()) {
      const body = { lat: 28.61 + turn / 10_000, lng: 77.2 };
      const sent = await node.api.request('PUT', `/bookings/${booking.id}/location`, { token: driver.token, body });
      expect(sent).toMatchObject({ status: 200, body: { live: true } });
      await each('customer', (socket) => socket.waitFor('booking:location', ({ lat }) => lat === body.lat));
    }
    for (const socket of clients.customer) {
      const numbers = socket.all('booking:location').map(({ seq }) => seq);
      expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one - other));
    }
    await now.steps.step(driver, booking, 'completed');
    await shows('completed');
    await each('driver', (socket) => socket.waitFor('earnings:updated'));
    await each('admin', (socket) =>
      socket.waitFor('settlement:updated', ({ settlement }) => settlement.booking_id === booking.id),
    );
    const shown = await Promise.all([old, now].map((node) => node.steps.readBooking(customer, booking.id)));
    expect(shown.map(({ status, version }) => [status, version])).toEqual([
      ['completed', shown[0]?.version],
      ['completed', shown[0]?.version],
    ]);
    nodes.closeSockets();
  }, 120_000);

  test('the old version drains: its client moves to the new one, which then serves all calls and runs the scheduler', async () => {
    const reached: string[] = [];
    const leaving = await old.connect(customer);
    const waiting = await old.steps.booked(customer, driver);
    old.server.child.kill('SIGTERM');
    await leaving.gone();
    const socket = followAt(now, customer, (booking) => booking.id === waiting.id && reached.push(booking.status));
    await eventually(() => socket.connected, 'the client is not connected to the new version');
    expect(await old.server.exit).toBe(0);
    await now.steps.drive(driver, waiting, 'completed');
    await eventually(() => reached.at(-1) === 'completed', 'the client did not receive the completion');
    socket.disconnect();
    const held = async () => {
      const metrics = await (await fetch(`${now.server.url}/metrics`)).text();
      return /^scheduler_lease_held 1$/m.test(metrics);
    };
    await eventually(held, 'the new version does not have the lease', 30_000);
  }, 120_000);
});

/** Connects a client to this node, which calls `show` with each booking that is pushed. */
function followAt({ server }: TestNode, { token }: TestPerson, show: (booking: Booking) => void): Socket {
  const socket = io(server.url, { transports: ['websocket'], auth: { token }, forceNew: true });
  socket.on('booking:updated', ({ booking }: { booking: Booking }) => show(booking));
  return socket;
}
