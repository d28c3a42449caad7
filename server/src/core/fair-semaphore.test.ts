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

function newSemaphore(limits: Partial<ConstructorParameters<typeof FairSemaphore>[0]> = {}) {
  const semaphore = new FairSemaphore({
    atOnce: 3,
    ofOne: 2,
    waitingOfOne: 2,
    waitMs: 60_000,
    busy: 'drivers.upload_busy',
    ...limits,
  });
  const running: string[] = [];
  const ends: Record<string, () => void> = {};
  opened.push(ends);
  const request = (name: string) =>
    semaphore.acquire(name.slice(0, 1)).then((end) => {
      running.push(name);
      ends[name] = end;
    });
  return { running, ends, request };
}

test('a fixed number of requests run at once; the next ones follow in the order of their arrival', async () => {
  const { running, ends, request } = newSemaphore();
  for (const name of ['a', 'b', 'c', 'd', 'e']) void request(name);
  await settled();
  expect(running).toEqual(['a', 'b', 'c']);
  ends.b?.();
  ends.b?.();
  await settled();
  expect(running).toEqual(['a', 'b', 'c', 'd']);
});

test('a holder has at most two permits, and others are served before the next request of that holder', async () => {
  const { running, ends, request } = newSemaphore();
  for (const name of ['a1', 'a2', 'a3', 'b1']) void request(name);
  await settled();
  expect(running).toEqual(['a1', 'a2', 'b1']);
  ends.a1?.();
  await settled();
  expect(running).toEqual(['a1', 'a2', 'b1', 'a3']);
});

test('a third waiting request of one holder is refused with 429', async () => {
  const { request } = newSemaphore();
  for (const name of ['a1', 'a2', 'a3', 'a4']) void request(name);
  await expect(request('a5')).rejects.toMatchObject({ status: 429 });
});

test('a request that waits too long is refused with 503, and takes no permit later', async () => {
  const { running, ends, request } = newSemaphore({ atOnce: 1, waitMs: 30 });
  void request('a');
  await expect(request('b')).rejects.toMatchObject({ status: 503, key: 'drivers.upload_busy' });
  ends.a?.();
  await settled();
  expect(running).toEqual(['a']);
});
