import { test as base } from '@playwright/test';
import { type Boli, startBoli } from './server';

/**
 * `boli`: a product of the test's own, an empty town on a free port. `city`: one product for all tests of a worker,
 * several times quicker; a test there brings people of its own and looks only at what is theirs.
 */
export const test = base.extend<{ boli: Boli; leaving: undefined }, { city: Boli }>({
  leaving: [
    async ({ browser }, use) => {
      await use(undefined);
      // A page that is left open goes on drawing its map beside the next test.
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

export { expect } from '@playwright/test';
