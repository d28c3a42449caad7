import { expect, test } from '@jest/globals';
import { interactiveAt } from './p9/interactive';

const page = { firstPaint: 1_000, longTasks: [], requests: [], now: 60_000 };

test('a page is interactive at the end of the last long task before five quiet seconds, or at its first paint', () => {
  expect(interactiveAt(page)).toBe(1_000);
  expect(interactiveAt({ ...page, longTasks: [{ from: 300, to: 900 }] })).toBe(1_000);
  const tasks = [
    { from: 900, to: 1_400 },
    { from: 5_000, to: 5_200 },
    { from: 20_000, to: 21_000 },
  ];
  expect(interactiveAt({ ...page, longTasks: tasks })).toBe(5_200);
});

test('a page is not interactive before five seconds have been quiet', () => {
  expect(interactiveAt({ ...page, now: 5_999 })).toBeNull();
  expect(interactiveAt({ ...page, now: 6_000 })).toBe(1_000);
  const task = { from: 2_000, to: 2_500 };
  expect(interactiveAt({ ...page, longTasks: [task], now: 7_000 })).toBeNull();
  expect(interactiveAt({ ...page, longTasks: [task], now: 7_500 })).toBe(2_500);
});

test('with three requests at a time a page is not quiet; it is interactive from the end of a task, not of a request', () => {
  const stretch = (from: number, to: number) => ({ from, to });
  const two = [stretch(2_000, 9_000), stretch(2_000, 9_000)];
  expect(interactiveAt({ ...page, requests: two })).toBe(1_000);
  const longTasks = [stretch(3_000, 3_100), stretch(8_500, 8_600)];
  expect(interactiveAt({ ...page, requests: two, longTasks })).toBe(3_100);
  expect(interactiveAt({ ...page, requests: [...two, stretch(4_000, 5_000)], longTasks })).toBe(8_600);
  expect(interactiveAt({ ...page, requests: [...two, stretch(9_000, 12_000)], longTasks })).toBe(3_100);
});
