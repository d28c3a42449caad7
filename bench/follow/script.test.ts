import { expect, test } from '@jest/globals';
import { POLLS, polledBytes, pushedBytes } from './script';

test('by polling, a ride takes 24 polls of the quotes and 216 of the booking', () => {
  expect(POLLS).toBe(240);
  expect(polledBytes({ quotes: 1, booking: 0 })).toBe(24);
  expect(polledBytes({ quotes: 0, booking: 1 })).toBe(216);
});

test('by pushes, a ride takes its changes, positions at the given interval, and a ping every ten seconds', () => {
  const none = { open: 0, changes: 0, position: 0, ping: 0 };
  expect(pushedBytes({ ...none, open: 7, changes: 5 }, 1)).toBe(12);
  expect(pushedBytes({ ...none, position: 1 }, 1)).toBe(1_065);
  expect(pushedBytes({ ...none, position: 1 }, 5)).toBe(213);
  expect(pushedBytes({ ...none, ping: 1 }, 1)).toBe(120);
});
