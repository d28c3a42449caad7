import { defineConfig } from '@playwright/test';
import { chromiumArgs, findChromium } from './scripts/chromium.mjs';

const { executablePath, env } = await findChromium();

/** Browser tests: one file a user story, each on a product of its own. Never skipped: without a browser they fail. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['line'], ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT ?? 'test-results/report.json' }]],
  use: {
    trace: 'retain-on-failure',
    // Each new context would first fetch the whole app for its own device; install.e2e.ts is about that.
    serviceWorkers: 'block',
    launchOptions: { executablePath, args: chromiumArgs, env: { ...process.env, ...env } },
  },
  projects: [
    { name: 'phone', use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
    {
      name: 'desktop-dark',
      use: { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
      testMatch: '**/*.desktop.e2e.ts',
    },
  ],
});
