import { afterEach, expect, test } from '@jest/globals';
import { openNodes, type TestNode, type TestNodes } from './testing/nodes';
import { withClockAhead } from './testing/process';
import { eventually } from './testing/realtime';
import { startTestRedis, type TestRedis } from './testing/redis';

/** Two nodes on one database; the clock of the machine of one of them is wrong by minutes. */

const MINUTE_MS = 60_000;

let redis: TestRedis;
let nodes: TestNodes;

afterEach(async () => {
  await nodes?.close();
  await redis?.kill();
});

/** How often a node has looked for requests and quotes whose time is over. */
async function rounds({ server }: TestNode): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Number(/^scheduler_jobs_total\{.*task="expire_requests".*\} (\d+)$/m.exec(text)?.[1] ?? 0);
}

test.each([
  ['ahead', 5],
  ['behind', -5],
])(
  'a node whose clock is five minutes %s uses the time of the others',
  async (_how, minutes) => {
    redis = await startTestRedis();
    nodes = await openNodes({ REDIS_URL: redis.url });
    // The first node runs the scheduled jobs.
    const wrong = await nodes.start(withClockAhead(minutes * MINUTE_MS));
    const right = await nodes.start();
    const [customer, driver] = [await right.api.register('customer'), await wrong.api.registerDriver()];

    const began = Date.now();
    const ride = await wrong.steps.ride(customer);
    expect(Math.abs(Date.parse(ride.created_at) - began)).toBeLessThan(MINUTE_MS / 2);
    // Clients take the server's time from this header.
    const { headers } = await fetch(`${wrong.server.url}/api/config`);
    expect(Math.abs(Date.parse(headers.get('date') ?? '') - began)).toBeLessThan(MINUTE_MS / 2);

    const quotes = [
      await right.steps.quote(driver, ride),
      await wrong.steps.quote(await right.api.registerDriver(), ride),
    ];
    const from = await rounds(wrong);
    await eventually(async () => (await rounds(wrong)) > from + 1, 'the scheduled job did not run');
    for (const { api } of [wrong, right]) {
      const { body } = await api.request<{ id: string; status: string }[]>('GET', `/quotes/ride/${ride.id}`, {
        token: customer.token,
      });
      expect(body.map(({ status }) => status)).toEqual(quotes.map(() => 'active'));
    }

    const booking = await right.steps.drive(driver, await right.steps.booked(customer, driver), 'in_progress');
    const [phone, watcher] = [await wrong.connect(driver), await right.connect(customer)];
    await watcher.ask('booking:watch', { booking_id: booking.id });
    const recorded_at = new Date().toISOString();
    expect(
      await phone.ask('booking:location', { booking_id: booking.id, lat: 28.62, lng: 77.21, recorded_at }),
    ).toMatchObject({ ok: true, live: true });
    await watcher.waitFor('booking:location');
  },
  60_000,
);
