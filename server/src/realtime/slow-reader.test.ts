import { once } from 'node:events';
import type { Socket as Link } from 'node:net';
import { rooms } from '@boli/shared/realtime/rooms';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { proxiesOf, untilConnections } from '../testing/connections';
import { market } from '../testing/market';
import { connectTo, settle, type TestSocket } from '../testing/realtime';
import { setUpPeople, setUpRealtimeApp } from '../testing/set-up';
import { socketsOf } from '../testing/sockets';
import { stopwatch } from '../testing/stopwatch';
import { push } from './push';

/** The maximum that may wait for a client that does not read. */
const MAX_WAITING = 256;
const MAX_WAITING_BYTES = 256_000;

const app = setUpRealtimeApp();
const connect = socketsOf(app);
const openProxy = proxiesOf(app);
const DRIVERS = 3;
const EACH = 100;
const people = setUpPeople({
  customer: () => app.register('customer'),
  reader: () => app.registerDriver(),
  first: () => app.registerDriver(),
  second: () => app.registerDriver(),
  third: () => app.registerDriver(),
});
let crowd: TestSocket[] = [];

beforeAll(async () => {
  const { first, second, third } = people;
  const tokens = [first, second, third].flatMap(({ token }) => Array.from({ length: EACH }, () => token));
  crowd = await Promise.all(tokens.map((token) => app.connect(token)));
  const answers = await Promise.all(crowd.map((socket) => socket.ask('rides:watch')));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(DRIVERS * EACH);
});
afterAll(() => {
  for (const socket of crowd) socket.close();
});

/** Ends the turn of the event loop, in which every connection that can be written has been written. */
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
const sizeOf = (event: string, payload: object) => Buffer.byteLength(`42${JSON.stringify([event, payload])}`);

/**
 * Counts what the server keeps for a connection: what has been pushed to it, less what the system has taken from its
 * process.
 */
function keptFor(link: Link) {
  const before = link.bytesWritten;
  let pushed = 0;
  let most = 0;
  const now = () => (link.destroyed ? 0 : pushed - (link.bytesWritten - link.writableLength - before));
  return {
    now,
    most: () => most,
    add(bytes: number) {
      pushed += bytes;
      most = Math.max(most, now());
    },
  };
}

/** Pushes events to the reader alone until the system takes no more, so that from now on they wait in the process. */
async function fillUp(kept: ReturnType<typeof keptFor>): Promise<void> {
  const payload = { ids: Array.from({ length: 100 }, () => people.reader.id), unread: 0 };
  for (let count = 0; kept.now() <= 0; count += 1) {
    if (count > 10_000) throw new Error('the system takes everything');
    push([rooms.user(people.reader.id)], 'notification:read', payload);
    kept.add(sizeOf('notification:read', payload));
    await nextTurn();
  }
}

// With 100 characters an event has about 160 bytes: the packets are too many long before the bytes are.
test.each([
  { beyond: '256 packets', length: 100, fitting: 200, most: MAX_WAITING * 200 },
  { beyond: '256 kB', length: 4_000, fitting: 50, most: MAX_WAITING_BYTES + 2 * 4_000 },
])(
  'a driver who stops reading, among 300 sockets that read, is cut when more than $beyond wait, delays no event of the others, and starts again with a snapshot',
  async ({ length, fitting, most }) => {
    const proxy = await openProxy();
    const others = { customer: 0, driver: DRIVERS * EACH };
    await untilConnections(others, app);
    const upgraded = once(app.server, 'upgrade');
    const reader = await connectTo(proxy.url, people.reader.token);
    const link: Link = (await upgraded)[1];
    expect(await reader.ask('rides:watch')).toMatchObject({ ok: true });
    const kept = keptFor(link);

    const name = 'x'.repeat(length);
    let version = 0;
    /** Pushes this many events to all, and waits until the others have them; returns how long (ms) that took. */
    const round = async (count: number) => {
      const elapsed = stopwatch();
      for (let nth = 0; nth < count; nth += 1) {
        version += 1;
        const payload = { ride_request_id: name, version };
        push([rooms.rides], 'ride:closed', payload);
        kept.add(sizeOf('ride:closed', payload));
        await nextTurn();
      }
      await Promise.all(crowd.map((socket) => settle(socket)));
      return elapsed();
    };
    const versionsOf = (socket: TestSocket) =>
      socket
        .all('ride:closed')
        .filter((payload) => payload.ride_request_id === name)
        .map((payload) => payload.version);

    await round(fitting / 5);
    const quiet = await round(fitting);
    await settle(reader);
    proxy.pause();
    await fillUp(kept);
    const beside = await round(fitting);
    // The others had them while they all waited for the reader.
    expect(link.destroyed).toBe(false);
    expect(kept.now()).toBeGreaterThan(fitting * length);
    expect(beside / quiet).toBeLessThan(4);

    while (!link.destroyed && version < 10 * fitting) await round(MAX_WAITING / 8);
    expect(link.destroyed).toBe(true);
    expect(kept.most()).toBeLessThan(most);
    await untilConnections(others, app);
    await round(fitting / 5);
    const expected = Array.from({ length: version }, (_, nth) => nth + 1);
    expect([...new Set(crowd.map((socket) => versionsOf(socket).join()))]).toEqual([expected.join()]);

    // What still arrives has no gap.
    proxy.resume();
    await reader.gone();
    const read = versionsOf(reader);
    expect(read).toEqual(expected.slice(0, read.length));
    expect(read.length).toBeGreaterThan(fitting);

    const { id } = await market(app).ride(people.customer);
    const again = await connect(people.reader);
    const { ride_requests: open } = await again.ask('rides:watch');
    expect(open).toEqual(expect.arrayContaining([expect.objectContaining({ id })]));
    await round(1);
    expect(versionsOf(again)).toEqual([version]);
  },
);
