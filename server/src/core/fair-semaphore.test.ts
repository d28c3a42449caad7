import { afterEach, expect, test } from '@jest/globals';
import { FairSemaphore } from './fair-semaphore';

const settled = async () => {
  for (let tick = 0; tick < 5; tick++) await Promise.resolve();
};

const opened: Record<string, () => void>[] = [];
// Requests that still wait would be refused a minute later, during another file's tests.
afterEach(async () => {
  for (const ends of opened.splice(0)) {
    for (let before = -1; Object.keys(ends).length > before; ) {
      before = Object.keys(ends).length;
      for (const end of Object.values(ends)) end();
      await settled();
    }
  }
});

function door(limits: Partial<ConstructorParameters<typeof FairSemaphore>[0]> = {}) {
  const semaphore = new FairSemaphore({
    atOnce: 3,
    ofOne: 2,
    waitingOfOne: 2,
    waitMs: 60_000,
    busy: 'drivers.upload_busy',
    ...limits,
  });
  const inside: string[] = [];
  const ends: Record<string, () => void> = {};
  opened.push(ends);
  const come = (name: string) =>
    semaphore.acquire(name.slice(0, 1)).then((end) => {
      inside.push(name);
      ends[name] = end;
    });
  return { inside, ends, come };
}

test('a fixed number of requests run at once; the next ones follow in the order of their arrival', async () => {
  const { inside, ends, come } = door();
  for (const name of ['a', 'b', 'c', 'd', 'e']) void come(name);
  await settled();
  expect(inside).toEqual(['a', 'b', 'c']);
  ends.b?.();
  ends.b?.();
  await settled();
  expect(inside).toEqual(['a', 'b', 'c', 'd']);
});

test('a holder has at most two permits, and others are served before the next request of that holder', async () => {
  const { inside, ends, come } = door();
  for (const name of ['a1', 'a2', 'a3', 'b1']) void come(name);
  await settled();
  expect(inside).toEqual(['a1', 'a2', 'b1']);
  ends.a1?.();
  await settled();
  expect(inside).toEqual(['a1', 'a2', 'b1', 'a3']);
});

test('a third waiting request of one holder is refused with 429', async () => {
  const { come } = door();
  for (const name of ['a1', 'a2', 'a3', 'a4']) void come(name);
  await expect(come('a5')).rejects.toMatchObject({ status: 429 });
});

test('a request that waits too long is refused with 503, and takes no permit later', async () => {
  const { inside, ends, come } = door({ atOnce: 1, waitMs: 30 });
  void come('a');
  await expect(come('b')).rejects.toMatchObject({ status: 503, key: 'drivers.upload_busy' });
  ends.a?.();
  await settled();
  expect(inside).toEqual(['a']);
});
