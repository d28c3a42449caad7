import { defineConfig } from '@playwright/test';
import { journeysIn } from './e2e/support/journeys-in';
import { here } from './e2e/support/where';
import { chromiumArgs, findChromium } from './scripts/chromium.mjs';

const { executablePath, env } = await findChromium();

/** Shown once: what does not depend on the size of the screen, or brings its own sizes or devices. */
const onceOnPhones = [
  'cockpit',
  'contrast-theme',
  'first-load',
  'first-paint',
  'first-ride',
  'hindi',
  'push',
  'connection',
  'install',
  'large-text',
  'lighthouse',
  'narrow',
  'offline',
  'pdf',
  'quotes-stage',
  'reduced-motion',
  'replay',
  'ride',
  'shell',
  'slide',
  'toasts',
  'trip',
].map((name) => `**/${name}.e2e.ts`);

/**
 * On a desktop only in the long run: axe over the table of screens, and the stories whose screens are the same dialogs
 * and lists on a desktop, whose layout `home`, `drive`, `choose-a-driver` and `admin` try there in every run.
 */
const longOnDesktops = process.env.LONG
  ? []
  : [
      'accessible',
      'answer-a-booking',
      'auth',
      'cancel',
      'city',
      'contacts',
      'driver-profile',
      'favorites',
      'history',
      'notifications',
      'pay-the-driver',
      'payments',
      'post-a-ride',
      'quote',
      'rate',
    ].map((name) => `**/${name}.e2e.ts`);

/** Only in the long run, because it takes minutes. */
const longOnly = process.env.LONG ? [] : ['**/lighthouse.e2e.ts'];

/** What brings the made-up town itself is the same with and without a city. */
const bringTheTown = here.hasCity ? ['city', 'replay'] : [];
/** What brings its languages itself, or measures what is loaded and not what is read. */
const bringLanguages = journeysIn === 'en' ? [] : ['hindi', 'first-load', 'first-paint', 'lighthouse'];
const sameInThisRun = [...bringTheTown, ...bringLanguages].map((name) => `**/${name}.e2e.ts`);
/** In another language a desktop shows only the stories that a phone does not. */
const onDesktops = journeysIn === 'en' ? '**/*.e2e.ts' : '**/*.desktop.e2e.ts';

/**
 * Browser tests: one file a user story, each on a phone (touch, light) and on a desktop (dark). Never skipped: without a
 * browser they fail.
 */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  // A run with a city, or in another language, leaves what the one before it has put down.
  outputDir: ['test-results', ...(here.hasCity ? ['city'] : []), ...(journeysIn === 'en' ? [] : [journeysIn])].join(
    '/',
  ),
  // Two files at a time; each worker has a product of its own.
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  // On a busy machine a browser can miss a time limit: once more, and reported as flaky. The long run takes no second try.
  retries: process.env.LONG ? 0 : 1,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['line'], ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT ?? 'test-results/report.json' }]],
  use: {
    // As the browser of a person who reads this language; without the setting that of the machine.
    ...(journeysIn !== 'en' && { locale: journeysIn }),
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
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
      testIgnore: ['**/*.desktop.e2e.ts', ...longOnly, ...sameInThisRun],
    },
    {
      name: 'desktop',
      testMatch: onDesktops,
      use: { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
      testIgnore: [...onceOnPhones, ...longOnDesktops, ...sameInThisRun],
    },
  ],
});
