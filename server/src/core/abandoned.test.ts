import { afterEach, expect, jest, test } from '@jest/globals';
import { abandonedAfter } from './abandoned';
import { clock } from './clock';

const WAIT_MS = 5_000;
afterEach(() => {
  clock.setOffset(0);
  jest.restoreAllMocks();
});

const ids = (chosen: Set<string>) => [...chosen].sort();
function monotonicAt(milliseconds: number) {
  jest.spyOn(performance, 'now').mockReturnValue(milliseconds);
}

test('a mark is abandoned once it is older than the waiting time', () => {
  const choose = abandonedAfter(WAIT_MS);
  const marks = [
    { id: 'old', at: new Date(clock.millis() - WAIT_MS - 1) },
    { id: 'young', at: clock.now() },
  ];
  expect(ids(choose(marks))).toEqual(['old']);
});

test('after the clock was set back, a mark that now lies in the future is abandoned once it was observed for the waiting time', () => {
  const choose = abandonedAfter(WAIT_MS);
  const marks = [{ id: 'ahead', at: clock.now() }];
  clock.setOffset(-17 * 60_000);
  monotonicAt(1_000);
  expect(ids(choose(marks))).toEqual([]);
  monotonicAt(1_000 + WAIT_MS - 1);
  expect(ids(choose(marks))).toEqual([]);
  monotonicAt(1_000 + WAIT_MS);
  expect(ids(choose(marks))).toEqual(['ahead']);
});

test('the waiting time of a renewed mark starts again', () => {
  const choose = abandonedAfter(WAIT_MS);
  const at = clock.millis();
  clock.setOffset(-17 * 60_000);
  monotonicAt(1_000);
  choose([{ id: 'ahead', at: new Date(at) }]);
  monotonicAt(1_000 + WAIT_MS);
  expect(ids(choose([{ id: 'ahead', at: new Date(at + 1) }]))).toEqual([]);
});
