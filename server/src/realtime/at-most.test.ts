import { afterEach, expect, jest, test } from '@jest/globals';
import mongoose from 'mongoose';
import { logger } from '../core/logger';
import { eventually } from '../testing/realtime';
import { atMostEvery } from './at-most';

logger.level = 'silent';
afterEach(() => {
  jest.useRealTimers();
});

test('the first request runs immediately; requests during the interval cause one more run after it', async () => {
  const times: number[] = [];
  const began = performance.now();
  const ask = atMostEvery(120, async () => {
    times.push(performance.now() - began);
  });
  for (let index = 0; index < 5; index += 1) ask();
  await eventually(() => times.length === 1, 'nothing ran');
  for (let index = 0; index < 5; index += 1) ask();
  await eventually(() => times.length === 2, 'the second did not run');
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(115);
});

test('the interval includes the duration of a run', async () => {
  jest.useFakeTimers();
  const times: number[] = [];
  const ask = atMostEvery(600, async () => {
    times.push(performance.now());
    await new Promise((resolve) => setTimeout(resolve, 500));
  });
  ask();
  await jest.advanceTimersByTimeAsync(100);
  ask();
  await jest.advanceTimersByTimeAsync(2_000);
  expect(times).toHaveLength(2);
  const between = (times[1] ?? 0) - (times[0] ?? 0);
  expect(between).toBeGreaterThanOrEqual(595);
  expect(between).toBeLessThan(1_050);
});

test('a quick run after a slow one does not publish earlier than the interval allows', async () => {
  const pushed: number[] = [];
  const ask = atMostEvery(300, async (due) => {
    if (pushed.length === 0) await new Promise((resolve) => setTimeout(resolve, 250));
    await due();
    pushed.push(performance.now());
  });
  ask();
  await eventually(() => pushed.length === 1, 'nothing was pushed');
  ask();
  await eventually(() => pushed.length === 2, 'the second run did not push');
  expect((pushed[1] ?? 0) - (pushed[0] ?? 0)).toBeGreaterThanOrEqual(295);
});

test('runs do not overlap; a request during a run causes another run, and a failing run does not stop later ones', async () => {
  let inside = 0;
  let most = 0;
  let runs = 0;
  const ends: (() => void)[] = [];
  const ask = atMostEvery(5, async () => {
    runs += 1;
    inside += 1;
    most = Math.max(most, inside);
    await new Promise<void>((resolve) => ends.push(resolve));
    inside -= 1;
    if (runs === 1) throw new Error('away');
  });
  ask();
  await eventually(() => ends.length === 1, 'the first did not begin');
  ask();
  ask();
  ends[0]?.();
  await eventually(() => ends.length === 2, 'the second did not begin');
  ends[1]?.();
  expect([most, runs]).toEqual([1, 2]);
});

test('a run that fails because the database is unavailable is repeated; a run that fails otherwise is not', async () => {
  jest.useFakeTimers();
  let runs = 0;
  const errors = [new mongoose.mongo.MongoNetworkError('the connection broke'), null, new Error('a fault of its own')];
  const ask = atMostEvery(20, async () => {
    const error = errors[runs];
    runs += 1;
    if (error) throw error;
  });
  ask();
  await jest.advanceTimersByTimeAsync(1_000);
  expect(runs).toBe(2);
  ask();
  await jest.advanceTimersByTimeAsync(1_000);
  expect(runs).toBe(3);
});
