import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { pendingAnswers } from './pending-answers';

const LIMIT_MS = 100;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test('each wait gets the answer under its own key, whatever the order, and no timer is left', async () => {
  const answers = pendingAnswers<string>(LIMIT_MS);
  const waits = [answers.wait('a'), answers.wait(1)];
  answers.answer(1, 'to 1');
  answers.answer('a', 'to a');
  expect(await Promise.all(waits)).toEqual(['to a', 'to 1']);
  expect(jest.getTimerCount()).toBe(0);
});

test('a wait ends with null at the time limit, not before; a late answer is ignored', async () => {
  const answers = pendingAnswers<string>(LIMIT_MS);
  let ended: unknown = 'waiting';
  const wait = answers.wait('a').then((value) => {
    ended = value;
  });
  await jest.advanceTimersByTimeAsync(LIMIT_MS - 1);
  expect(ended).toBe('waiting');
  await jest.advanceTimersByTimeAsync(1);
  await wait;
  expect(ended).toBeNull();
  answers.answer('a', 'late');
  expect(jest.getTimerCount()).toBe(0);
});

test('waits for the same key share one answer and one time limit', async () => {
  const answers = pendingAnswers<string>(LIMIT_MS);
  const first = answers.wait('a');
  jest.advanceTimersByTime(LIMIT_MS / 2);
  const second = answers.wait('a');
  expect(jest.getTimerCount()).toBe(1);
  answers.answer('a', 'the answer');
  expect(await Promise.all([first, second])).toEqual(['the answer', 'the answer']);
});

test.each(['answer', 'time limit'])('after the %s the key can be used again', async (ending) => {
  const answers = pendingAnswers<string>(LIMIT_MS);
  const first = answers.wait('a');
  if (ending === 'answer') answers.answer('a', 'first');
  else jest.advanceTimersByTime(LIMIT_MS);
  await first;
  const second = answers.wait('a');
  answers.answer('a', 'second');
  expect(await second).toBe('second');
});

test('an answer for which nothing waits is not kept', async () => {
  const answers = pendingAnswers<string>(LIMIT_MS);
  answers.answer('a', 'unexpected');
  const wait = answers.wait('a');
  jest.advanceTimersByTime(LIMIT_MS);
  expect(await wait).toBeNull();
});
