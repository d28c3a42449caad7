import { test as base } from '@playwright/test';
import { type Boli, startBoli } from './server';

/** A test with a product of its own, shared by the tests of one file's worker. */
export const test = base.extend<object, { boli: Boli }>({
  boli: [
    async ({ playwright: _playwright }, use) => {
      const boli = await startBoli();
      await use(boli);
      await boli.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

export { expect } from '@playwright/test';
