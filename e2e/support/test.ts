import { test as base } from '@playwright/test';
import { type Boli, startBoli } from './server';

/** A test with a product of its own: an empty town on a free port. */
export const test = base.extend<{ boli: Boli }>({
  boli: [
    async ({ playwright: _playwright }, use) => {
      const boli = await startBoli();
      await use(boli);
      await boli.stop();
    },
    { timeout: 120_000 },
  ],
});

export { expect } from '@playwright/test';
