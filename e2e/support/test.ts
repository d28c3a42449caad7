import { test as base } from '@playwright/test';
import { translateLocators } from './journeys-in';
import { type Boli, startBoli } from './server';

/**
 * `boli`: a separate Boli server for each test, with an empty database, on a free port. `city`: one such server that
 * all tests of a worker share, which is several times faster; a test creates its own people on it and checks only
 * their data.
 */
export const test = base.extend<{ boli: Boli; leaving: undefined }, { city: Boli; translating: undefined }>({
  translating: [
    async ({ browser }, use) => {
      await translateLocators(browser);
      await use(undefined);
    },
    { auto: true, scope: 'worker' },
  ],
  leaving: [
    async ({ browser }, use) => {
      await use(undefined);
      // A page that is left open would continue to draw its map during the next test.
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
  boli: [
    async ({ playwright: _playwright }, use) => {
      const boli = await startBoli();
      await use(boli);
      await boli.stop();
    },
    { timeout: 120_000 },
  ],
  city: [
    async ({ playwright: _playwright }, use) => {
      const city = await startBoli();
      await use(city);
      await city.stop();
    },
    { timeout: 120_000, scope: 'worker' },
  ],
});

export { expect } from './expect';
