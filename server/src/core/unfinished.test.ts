import { expect, test } from '@jest/globals';
import { untilFinished, workFinished } from './unfinished';

/** A promise that the test settles. */
function deferred() {
  let resolve = () => {};
  let reject = (_error: Error) => {};
  const promise = new Promise<void>((done, fail) => {
    resolve = done;
    reject = fail;
  });
  return { promise, resolve: () => resolve(), reject: (error: Error) => reject(error) };
}

test('the stop waits for all work, whether it succeeds or fails, and for the work that this work begins', async () => {
  const [first, second, begun] = [deferred(), deferred(), deferred()];
  const finished: string[] = [];
  void untilFinished(first.promise.then(() => void untilFinished(begun.promise)));
  untilFinished(second.promise).catch(() => finished.push('second'));
  const waited = workFinished(60_000).then(() => finished.push('all'));
  second.reject(new Error('it fails'));
  first.resolve();
  await first.promise;
  await new Promise((resolve) => setImmediate(resolve));
  expect(finished).toEqual(['second']);
  begun.resolve();
  await waited;
  expect(finished).toEqual(['second', 'all']);
});

test('the wait is limited, and without work there is none', async () => {
  await workFinished(60_000);
  const endless = deferred();
  void untilFinished(endless.promise);
  await workFinished(10);
  endless.resolve();
  await workFinished(60_000);
});
