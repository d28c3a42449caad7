import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { drawPage } from './pdf';
import type { PageAnswer } from './pdf.messages';

/** A worker whose answers the test controls. */
class FakeWorker extends EventTarget {
  static last: FakeWorker;
  asked: unknown[] = [];
  ended = false;

  constructor() {
    super();
    FakeWorker.last = this;
  }
  postMessage(request: unknown): void {
    this.asked.push(request);
  }
  terminate(): void {
    this.ended = true;
  }
  answer(data: PageAnswer): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

const request = { data: new ArrayBuffer(1), number: 1 };
const settled = (drawn: Promise<unknown>) =>
  drawn.then(
    () => 'drawn',
    (reason: Error) => reason.message,
  );

beforeEach(() => {
  jest.useFakeTimers();
  Object.assign(globalThis, { Worker: FakeWorker, OffscreenCanvas: class {} });
});
afterEach(() => {
  jest.useRealTimers();
  for (const name of ['Worker', 'OffscreenCanvas']) Reflect.deleteProperty(globalThis, name);
});

test('drawing a page is stopped 10 seconds after its worker has started, and the worker ends', async () => {
  const { drawn } = drawPage(request, () => undefined);
  const end = settled(drawn);
  const worker = FakeWorker.last;
  // The worker's code may arrive late on a slow connection, which must not count as a fault of the document.
  jest.advanceTimersByTime(60_000);
  expect(worker.asked).toEqual([]);
  worker.answer({ kind: 'ready' });
  expect(worker.asked).toEqual([request]);
  worker.answer({ kind: 'opened', pages: 2 });
  jest.advanceTimersByTime(9_999);
  expect(worker.ended).toBe(false);
  jest.advanceTimersByTime(1);
  expect(worker.ended).toBe(true);
  expect(await end).toBe('not drawn in 10000 ms');
});

test.each<[string, (worker: FakeWorker) => void]>([
  ['reports a failure', (worker) => worker.answer({ kind: 'failed' })],
  ['fails to start or crashes', (worker) => worker.dispatchEvent(new Event('error'))],
])('a worker that %s is ended, and the page is not drawn', async (_what, happens) => {
  const { drawn } = drawPage(request, () => undefined);
  const end = settled(drawn);
  happens(FakeWorker.last);
  expect(FakeWorker.last.ended).toBe(true);
  expect(await end).not.toBe('drawn');
  expect(jest.getTimerCount()).toBe(0);
});

test('calling stop ends the worker immediately, and later messages of the worker are ignored', () => {
  const heard: number[] = [];
  const { stop } = drawPage(request, (pages) => heard.push(pages));
  FakeWorker.last.answer({ kind: 'ready' });
  stop();
  FakeWorker.last.answer({ kind: 'opened', pages: 2 });
  expect([FakeWorker.last.ended, heard, jest.getTimerCount()]).toEqual([true, [], 0]);
});

test('a browser without OffscreenCanvas draws no PDF', async () => {
  Reflect.deleteProperty(globalThis, 'OffscreenCanvas');
  const { drawn } = drawPage(request, () => undefined);
  await expect(drawn).rejects.toThrow('outside the thread');
});
