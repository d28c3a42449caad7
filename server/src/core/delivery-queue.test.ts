import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { eventually } from '../testing/realtime';
import { countOutcomes } from './delivery.metrics';
import { DeliveryFailed, type DeliveryJob, DeliveryQueue, type QueueLimits } from './delivery-queue';
import { logger } from './logger';

const outcomes = countOutcomes('letters');
const limits: QueueLimits = { most: 100, atOnce: 4, ofOne: { most: 5, atOnce: 2 }, attemptMs: 60_000, pausesMs: [5] };

const queues: DeliveryQueue<string>[] = [];
afterEach(async () => {
  for (const queue of queues.splice(0)) await queue.close();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

/**
 * A queue whose attempts end only when a test calls `end`; `texts` returns the texts of its attempts in their order.
 */
function held(more: Partial<QueueLimits> = {}) {
  const attempts: { text: string; end: (failure?: DeliveryFailed) => void }[] = [];
  const queue = new DeliveryQueue<string>({
    of: 'letter',
    send: (text, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => resolve());
        attempts.push({ text, end: (failure) => (failure ? reject(failure) : resolve()) });
      }),
    limits: { ...limits, ...more },
    outcomes,
  });
  queues.push(queue);
  const add = (text: string, job: Partial<DeliveryJob<string>> = {}) =>
    queue.add({ kind: 'letter', endsAt: Date.now() + 60_000, owner: text.charAt(0), write: async () => text, ...job });
  const texts = () => attempts.map(({ text }) => text);
  const reached = (count: number) => eventually(() => attempts.length === count, `not ${count} attempts: ${texts()}`);
  const end = (text: string, failure?: DeliveryFailed) =>
    attempts.findLast((attempt) => attempt.text === text)?.end(failure);
  return { queue, add, texts, reached, end };
}

describe('the limits of one owner', () => {
  test('leave a part of the concurrent sending to other owners', async () => {
    const { add, texts, reached } = held();
    for (const text of ['a1', 'a2', 'a3', 'b1']) add(text);
    await reached(3);
    expect(texts()).toEqual(['a1', 'a2', 'b1']);
  });

  test('leave a part of the queue to other owners', () => {
    const { queue, add } = held();
    const taken = Array.from({ length: 10 }, (_, index) => add(`a${index}`));
    expect(taken.filter(Boolean)).toHaveLength(5);
    expect(add('b1')).toBe(true);
    expect(queue.size).toBe(6);
  });
});

test('with limits of one owner, owners take turns: many messages of one owner do not delay those of an owner who comes later', async () => {
  const { add, texts, reached, end } = held({ atOnce: 1 });
  for (const text of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) add(text);
  for (let count = 1; count < 6; count += 1) {
    await reached(count);
    end(texts()[count - 1] ?? '');
  }
  await reached(6);
  expect(texts()).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
});

describe('a newer message on a subject', () => {
  test('replaces the older message that waits for its turn', async () => {
    const { queue, add, texts, reached, end } = held({ atOnce: 1 });
    add('a1');
    await reached(1);
    for (const text of ['a2', 'a3', 'a4']) add(text, { subject: 'ride' });
    expect(queue.size).toBe(2);
    end('a1');
    await reached(2);
    expect(texts()).toEqual(['a1', 'a4']);
  });

  test('replaces the older message that pauses before its next attempt, and is sent without that pause', async () => {
    const { queue, add, texts, reached, end } = held({ pausesMs: [50_000] });
    add('a1', { subject: 'ride' });
    await reached(1);
    end('a1', new DeliveryFailed('503', false));
    await eventually(
      async () => (await outcomes.get()).values.some(({ labels }) => labels.outcome === 'delayed'),
      'no later attempt is planned',
    );
    add('a2', { subject: 'ride' });
    await reached(2);
    expect([texts(), queue.size]).toEqual([['a1', 'a2'], 1]);
  });

  test('does not abort the older message that is being sent, but prevents another attempt at it', async () => {
    const { queue, add, texts, reached, end } = held();
    for (const text of ['a1', 'a2']) add(text, { subject: 'ride' });
    await reached(1);
    end('a1', new DeliveryFailed('503', false));
    await reached(2);
    end('a2');
    await eventually(() => queue.size === 0, 'the older one waits for another attempt');
    expect(texts()).toEqual(['a1', 'a2']);
  });

  test('is sent only after the older message that is being sent, so that the newest arrives last', async () => {
    const { add, texts, reached, end } = held();
    for (const text of ['a1', 'b1']) add(text, { subject: `ride ${text}` });
    await reached(2);
    for (const text of ['a2', 'a3', 'a4']) add(text, { subject: 'ride a1' });
    add('b2', { subject: 'another ride' });
    await reached(3);
    expect(texts()).toEqual(['a1', 'b1', 'b2']);
    end('a1');
    await reached(4);
    expect(texts().at(-1)).toBe('a4');
  });

  test('replaces no message on another subject or without a subject', () => {
    const { queue, add } = held({ atOnce: 0 });
    add('a1', { subject: 'ride' });
    add('a2', { subject: 'booking' });
    add('a3');
    add('a4');
    expect(queue.size).toBe(4);
  });
});

test('dropped messages are logged at most once a minute, with their number', () => {
  jest.useFakeTimers();
  const warned = jest.spyOn(logger, 'warn').mockReturnValue();
  const { add } = held({ most: 0 });
  for (let count = 0; count < 100; count += 1) add('a1');
  jest.advanceTimersByTime(60_000);
  add('a1');
  expect(warned.mock.calls).toEqual([[{ of: 'letter', dropped: 100 }, 'messages were dropped: too many wait']]);
});
