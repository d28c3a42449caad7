import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { letPass } from '../testing/monotonic';
import { openNodes, type TestNode, type TestNodes } from '../testing/nodes';
import { eventually } from '../testing/realtime';
import { startTestRedis, type TestRedis } from '../testing/redis';
import { stopwatch } from '../testing/stopwatch';
import { competeFor, type Lease } from './lease';
import { LeaseModel } from './lease.model';
import { leases } from './lease.repository';

let redis: TestRedis;
let nodes: TestNodes;
beforeAll(async () => {
  redis = await startTestRedis();
  nodes = await openNodes({ REDIS_URL: redis.url, RIDE_REQUEST_TTL_MIN: '0.02' });
});
afterEach(async () => {
  await Promise.all(competing.splice(0).map((lease) => lease.stop()));
});
afterAll(async () => {
  await nodes?.close();
  await redis?.kill();
});

const competing: Lease[] = [];
function compete(name: string, owner: string): Lease {
  const lease = competeFor(name, { owner, roundMs: 10 });
  competing.push(lease);
  return lease;
}

/** Waits until the owner has renewed its lease this many times; the other competitors have read it meanwhile. */
async function rounds(name: string, count: number): Promise<void> {
  const beat = async () => (await LeaseModel.findById(name).lean())?.beat ?? 0;
  const from = await beat();
  await eventually(async () => (await beat()) >= from + count, 'the lease is not renewed');
}

test('one of many nodes that start at the same time gets the lease, and keeps it', async () => {
  const all = Array.from({ length: 10 }, (_, n) => compete('many', `node ${n}`));
  await eventually(() => all.some((lease) => lease.isHeld()), 'nobody holds the lease');
  const first = all.findIndex((lease) => lease.isHeld());
  for (let round = 0; round < 10; round++) {
    await rounds('many', 2);
    expect(all.flatMap((lease, n) => (lease.isHeld() ? n : []))).toEqual([first]);
  }
});

test('an owner that stops gives the lease back immediately', async () => {
  const first = compete('given back', 'first');
  await eventually(() => first.isHeld(), 'the first node does not hold the lease');
  const second = compete('given back', 'second');
  await first.stop();
  expect(first.isHeld()).toBe(false);
  await eventually(() => second.isHeld(), 'the second node does not hold the lease');
});

test.each(['read', 'renew', 'release'] as const)(
  'the stop waits half a second at most for a database that does not answer, here to `%s`',
  async (call) => {
    const name = `silent ${call}`;
    const lease = compete(name, 'stopping');
    await eventually(() => lease.isHeld(), 'the node does not hold the lease');
    const waits = call === 'read' ? compete(name, 'waiting') : lease;
    const asked = jest.spyOn(leases, call).mockReturnValue(new Promise<never>(() => {}));
    if (call !== 'release') await eventually(() => asked.mock.calls.length > 0, 'the database is not asked');
    const elapsed = stopwatch();
    await waits.stop();
    asked.mockRestore();
    expect(elapsed()).toBeLessThan(2_000);
  },
  10_000,
);

test('an owner that could not renew its lease for 10 seconds no longer holds it, even before it reads the database again', async () => {
  const owner = compete('suspended', 'owner');
  await eventually(() => owner.isHeld(), 'the node does not hold the lease');
  await rounds('suspended', 2);
  letPass(10_001);
  expect(owner.isHeld()).toBe(false);
});

test('an owner whose lease was taken over cannot renew it, and does not take it back immediately', async () => {
  const before = compete('taken', 'before');
  await eventually(() => before.isHeld(), 'the node does not hold the lease');
  // What another node does after it has seen the lease unchanged for 15 seconds.
  await LeaseModel.updateOne({ _id: 'taken' }, { $set: { owner: 'after', beat: 0 }, $inc: { fence: 1 } });
  await eventually(() => !before.isHeld(), 'the former owner holds the lease');
  expect(await LeaseModel.findById('taken').lean()).toMatchObject({ owner: 'after', fence: 2, beat: 0 });
});

/** A metric of a node; 0 if the node does not show it. */
async function metric({ server }: TestNode, name: string): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? 0);
}
const isOwner = async (node: TestNode) => (await metric(node, 'scheduler_lease_held')) === 1;
const expiries = (node: TestNode) => metric(node, 'scheduler_jobs_total{task="expire_requests"}');

test('the jobs run on one node; if it is suspended, another node takes over, and the suspended one stays idle afterwards', async () => {
  const [a, b] = [await nodes.start(), await nodes.start()];
  await eventually(() => isOwner(a), 'the first node does not run the jobs');
  await eventually(async () => (await expiries(a)) > 1, 'the jobs do not run');
  expect(await expiries(b)).toBe(0);
  const customer = await b.api.register('customer');
  const ran = await expiries(a);
  a.server.child.kill('SIGSTOP');
  const from = performance.now();
  const ride = await b.steps.ride(customer);
  const isExpired = async () => {
    await pause(250);
    return (await LeaseModel.db.collection('ride_requests').countDocuments({ status: 'expired' })) > 0;
  };
  await eventually(isExpired, 'nobody took the jobs over', 30_000);
  expect(performance.now() - from).toBeLessThan(30_000);
  expect(await b.steps.readRide(customer, ride.id)).toMatchObject({ status: 'expired' });
  a.server.child.kill('SIGCONT');
  await eventually(async () => !(await isOwner(a)), 'the suspended node still acts as the owner');
  const ranByOther = await expiries(b);
  await eventually(async () => (await expiries(b)) > ranByOther + 1, 'the jobs do not run any more');
  // The suspended node has finished at most the round that was running when it was suspended.
  expect(await expiries(a)).toBeLessThanOrEqual(ran + 1);
  expect(await LeaseModel.findById('scheduler').lean()).toMatchObject({ fence: 2 });
}, 90_000);
