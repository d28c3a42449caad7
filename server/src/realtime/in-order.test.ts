import { beforeEach, expect, jest, test } from '@jest/globals';
import mongoose from 'mongoose';
import { logger } from '../core/logger';
import { domainEvents } from '../domain-events';
import { reportAnswer } from '../store/interruptions';
import { letPass } from '../testing/monotonic';
import { inOrder, isNewer, isNotOutdated } from './in-order';

logger.level = 'silent';
// A dropped event counts as an interruption of the database, which is ended here before the next test.
beforeEach(() => {
  letPass(1_000);
  reportAnswer();
});

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** An event whose presentation fails `times` times for lack of a database, and then succeeds. */
function failing(times: number, emit: () => void): () => Promise<void> {
  let left = times;
  return async () => {
    left -= 1;
    if (left >= 0) throw new mongoose.mongo.MongoNetworkError('the connection broke');
    emit();
  };
}

test('events of one subject keep their order, whichever is ready first', async () => {
  const pushed: number[] = [];
  const slow = inOrder('ride', async () => {
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
    pushed.push(1);
  });
  const quick = inOrder('ride', async () => void pushed.push(2));
  await Promise.all([slow, quick]);
  expect(pushed).toEqual([1, 2]);
});

test('a failing event stops neither the next one nor those of another subject', async () => {
  const pushed: string[] = [];
  const failing = inOrder('ride', () => Promise.reject(new Error('no')));
  await Promise.all([
    failing,
    inOrder('ride', async () => void pushed.push('next')),
    inOrder('other', async () => void pushed.push('other')),
  ]);
  expect(pushed.sort()).toEqual(['next', 'other']);
});

test('an event whose presentation fails for lack of a database is retried, and later events of its subject wait for it', async () => {
  const emitted: string[] = [];
  await Promise.all([
    inOrder(
      'ride',
      failing(3, () => emitted.push('first')),
    ),
    inOrder('ride', async () => void emitted.push('second')),
    inOrder('other', async () => void emitted.push('other')),
  ]);
  expect(emitted).toEqual(['other', 'first', 'second']);
});

test('at most a hundred events of one subject wait; fresh snapshots replace the dropped ones', async () => {
  let restored = 0;
  const stop = domainEvents.on('database.restored', () => {
    restored += 1;
  });
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let emitted = 0;
  const all = Array.from({ length: 150 }, () =>
    inOrder('busy', async () => {
      await held;
      emitted += 1;
    }),
  );
  release();
  await Promise.all(all);
  expect(emitted).toBe(100);
  while (restored === 0) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    reportAnswer();
  }
  await inOrder('busy', async () => {
    emitted += 1;
  });
  expect(emitted).toBe(101);
  stop();
});

test('a repeat replaces the waiting event in its place; an event that says something else gets another place', async () => {
  const restored = jest.fn<(restored: { reasons: readonly string[] }) => void>();
  const stop = domainEvents.on('database.restored', restored);
  const emitted: string[] = [];
  const emit = (name: string) => async () => void emitted.push(name);
  await Promise.all([
    ...Array.from({ length: 500 }, (_, nth) => inOrder('repeats', emit(`first ${nth}`), { says: 'quote 1' })),
    inOrder('repeats', emit('second'), { says: 'quote 2' }),
    inOrder('repeats', emit('the newest'), { says: 'quote 1' }),
    inOrder('others', emit('of another subject'), { says: 'quote 1' }),
  ]);
  expect(emitted).toEqual(['the newest', 'of another subject', 'second']);
  // A repeat that comes after the event was emitted is emitted too.
  await inOrder('repeats', emit('again'), { says: 'quote 1' });
  expect(emitted.at(-1)).toBe('again');
  letPass(1_000);
  reportAnswer();
  await turn();
  expect(restored).not.toHaveBeenCalled();
  stop();
});

test('a repeat of an event that is being presented is emitted after it', async () => {
  const emitted: string[] = [];
  let repeat = Promise.resolve();
  await inOrder(
    'repeats',
    async () => {
      repeat = inOrder('repeats', async () => void emitted.push('repeat'), { says: 'quote 1' });
      await Promise.resolve();
      emitted.push('first');
    },
    { says: 'quote 1' },
  );
  await repeat;
  expect(emitted).toEqual(['first', 'repeat']);
});

test('if events are dropped while the database is away, everybody reads fresh snapshots once the database is back', async () => {
  const restored = jest.fn<(restored: { reasons: readonly string[] }) => void>();
  const stop = domainEvents.on('database.restored', restored);
  const to = () => ['nobody'];
  const first = inOrder(
    'away',
    failing(1, () => undefined),
    { to },
  );
  await turn();
  await Promise.all([first, ...Array.from({ length: 150 }, () => inOrder('away', async () => undefined, { to }))]);
  letPass(1_000);
  reportAnswer();
  await turn();
  expect(restored.mock.calls).toEqual([[{ reasons: ['too many events wait'] }]]);
  // Without an interruption only the receivers read fresh snapshots.
  await Promise.all(Array.from({ length: 150 }, () => inOrder('away', async () => undefined, { to })));
  letPass(1_000);
  reportAnswer();
  await turn();
  expect(restored).toHaveBeenCalledTimes(1);
  stop();
});

test('an event that cannot be presented is replaced by fresh snapshots, and the log has the reason', async () => {
  const reasons: (readonly string[])[] = [];
  const stop = domainEvents.on('database.restored', (restored) => void reasons.push(restored.reasons));
  const warned = jest.spyOn(logger, 'warn');
  const damaged = new mongoose.mongo.MongoServerError({ message: 'a record is damaged', code: 366 });
  for (let time = 0; time < 3; time += 1) await inOrder('damaged', () => Promise.reject(damaged));
  while (reasons.length === 0) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    reportAnswer();
  }
  expect(reasons).toEqual([['presenting failed']]);
  expect(warned.mock.calls).toEqual([[{ reason: 'presenting failed' }, 'events were dropped']]);
  warned.mockRestore();
  stop();
});

test('an event with an older version than the last one is outdated; one with the same version is neither outdated nor newer', () => {
  expect([3, 2, 3, 4, 1].map((version) => isNotOutdated('a ride', version))).toEqual([true, false, true, true, false]);
  expect(isNotOutdated('another ride', 1)).toBe(true);
  expect([1, 1, 3, 2, 4].map((version) => isNewer('papers', version))).toEqual([true, false, true, false, true]);
});
