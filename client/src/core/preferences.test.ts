import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';

const KEY = 'boli-preferences';

/** The module as after a reload of the page. */
async function reloaded() {
  jest.resetModules();
  return import('./preferences');
}

beforeEach(() => localStorage.clear());
afterEach(() => localStorage.clear());

test('a switch is off at first; once turned on, it stays on after a reload', async () => {
  const { usePreferences, setPreferences } = await reloaded();
  expect(Object.values(usePreferences.getState())).not.toContain(true);
  setPreferences({ requestSound: true });
  const after = (await reloaded()).usePreferences.getState();
  expect(after).toEqual({ ...usePreferences.getState(), requestSound: true });
  expect(after.oneTapQuote).toBe(false);
});

test.each([['no JSON'], ['null'], ['{"requestSound":"yes"}'], ['[]']])(
  'stored preferences in another format (%s) are replaced by the defaults',
  async (stored) => {
    localStorage.setItem(KEY, stored);
    const { usePreferences } = await reloaded();
    const { holdMin, scheduledHoldMin, ...switches } = usePreferences.getState();
    expect(Object.values(switches)).toEqual(Array(6).fill(false));
    expect([holdMin, scheduledHoldMin]).toEqual([5, null]);
  },
);
