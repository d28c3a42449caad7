import { defineConfig } from '@playwright/test';
import { devices } from './e2e/support/devices';
import { chromiumArgs, findChromium } from './scripts/chromium.mjs';

const { executablePath, env } = await findChromium();

/** Shown once: what does not depend on the size of the screen, or brings its own sizes or devices. */
const onceOnPhones = [
  'first-load',
  'connection',
  'install',
  'narrow',
  'pdf',
  'quotes-stage',
  'replay',
  'ride',
  'slide',
].map((name) => `**/${name}.e2e.ts`);

/** Axe checks the table of screens on a phone, light and dark; in the long run on a desktop, too. */
const longOnDesktops = process.env.LONG ? [] : ['**/accessible.e2e.ts'];

/**
 * Browser tests: one file a user story, each on a phone (touch, light) and on a desktop (dark). Never skipped: without a
 * browser they fail.
 */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  // Each worker has a product of its own; one more than two cores, for pages wait for servers and for what moves.
  workers: 3,
  fullyParallel: false,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['line'], ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT ?? 'test-results/report.json' }]],
  use: {
    // What was done, asked and said. The page as it was at every step, too, takes a tenth of the whole time: TRACE=1.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: Boolean(process.env.TRACE), sources: false },
    screenshot: 'only-on-failure',
    // Each new context would first fetch the whole app for its own device; install.e2e.ts is about that.
    serviceWorkers: 'block',
    launchOptions: { executablePath, args: chromiumArgs, env: { ...process.env, ...env } },
  },
  projects: [
    {
      name: 'phone',
      use: devices.phone,
      testIgnore: '**/*.desktop.e2e.ts',
    },
    {
      name: 'desktop',
      use: devices.desktop,
      testIgnore: [...onceOnPhones, ...longOnDesktops],
    },
  ],
});
