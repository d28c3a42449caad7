import { expect, test } from '@jest/globals';
import { eventually } from '../testing/realtime';
import { AttemptPace } from './attempt-pace';
import { claimShared } from './shared-attempts';

const limits = { points: () => 2, windowMs: 60_000, waitMs: () => 1_000 };

/**
 * Two nodes, as in a cluster. They share the count of failures, and the count of attempts that are admitted once the
 * free failures are used up. Each node is notified of the failures on the other node.
 */
function twoNodes() {
  const claim = claimShared(`test ${Math.random()}`, limits);
  const nodes: AttemptPace[] = [];
  const node = () => {
    const failed = (key: string, origin: string) => {
      for (const other of nodes) if (other !== pace) other.countFailure(key, origin);
    };
    const pace: AttemptPace = new AttemptPace(limits, () => ({ claim, failed }));
    nodes.push(pace);
    return pace;
  };
  return [node(), node()] as const;
}

async function fail(pace: AttemptPace, origin: string): Promise<void> {
  const settle = await pace.begin('account', origin);
  if (typeof settle !== 'function') throw new Error('the attempt was refused');
  settle('failed');
}

test('failures on one node use up the free failures of the other', async () => {
  const [a, b] = twoNodes();
  await fail(a, 'x');
  expect(b.isSlow('account')).toBe(false);
  await fail(b, 'x');
  expect([a.isSlow('account'), b.isSlow('account')]).toEqual([true, true]);
});

test('an attempt waits while attempts on another node could use up the free failures', async () => {
  const [a, b] = twoNodes();
  const running = [await a.begin('account', 'x'), await b.begin('account', 'x')];
  // The first two attempts may use up both free failures. One more attempt is admitted; the next one has to wait.
  running.push(await b.begin('account', 'x'));
  let admitted = false;
  const last = a.begin('account', 'x').then((settle) => {
    admitted = true;
    return settle;
  });
  const [first, , turn] = running;
  if (typeof first !== 'function' || typeof turn !== 'function') throw new Error('an attempt was refused');
  await new Promise(setImmediate);
  expect(admitted).toBe(false);
  turn('fine');
  first('fine');
  expect(typeof (await last)).toBe('function');
});

test('the origin without failures has the next turn, whichever node it has come to', async () => {
  const [a, b] = twoNodes();
  for (let n = 0; n < 3; n++) await fail(a, 'attacker');
  const order: string[] = [];
  const attempts = [a, b].flatMap((pace) => {
    const origin = pace === b ? 'owner' : 'attacker';
    return pace.begin('account', origin).then(() => order.push(origin));
  });
  await eventually(() => order.length > 0, 'nobody was admitted');
  expect(order).toEqual(['owner']);
  await Promise.all(attempts);
});
