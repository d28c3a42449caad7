import { defineConfig } from '@playwright/test';
import { journeysIn } from './e2e/support/journeys-in';
import { here } from './e2e/support/where';
import { chromiumArgs, findChromium } from './scripts/chromium.mjs';

const { executablePath, env } = await findChromium();

/** Tests that run on phones only, because they do not depend on the size of the screen or set their own sizes. */
const onceOnPhones = [
  'cockpit',
  'contrast-theme',
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
  'quote-clock',
  'quotes-stage',
  'reduced-motion',
  'replay',
  'ride',
  'shell',
  'slide',
  'steady',
  'targets',
  'toasts',
  'trip',
].map((name) => `**/${name}.e2e.ts`);

/**
 * Tests with a limit in milliseconds on a slow phone. They are a project of their own: `npm test` runs it after the two
 * others and with one worker, so that no other test takes CPU from the measured page.
 */
const timed = ['first-load', 'first-paint'].map((name) => `**/${name}.e2e.ts`);

/**
 * Tests that run on a desktop only in the long run: axe over the table of screens, and user stories in dialogs and
 * lists that look the same on phones and desktops. `home`, `drive`, `choose-a-driver` and `admin` test the layout of
 * desktops in every run.
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

/** Only in the long run, because they take minutes. */
const longOnly = process.env.LONG ? [] : ['**/lighthouse.e2e.ts', '**/quote-clock.e2e.ts', '**/take-or-wait.e2e.ts'];

/** Tests that install the fictional town themselves: a run with a city would only repeat them. */
const bringTheTown = here.hasCity ? ['city', 'replay'] : [];
/**
 * Tests that choose their languages themselves or do not depend on texts: a run in another language omits them.
 */
const bringLanguages = journeysIn === 'en' ? [] : ['hindi', 'first-load', 'first-paint', 'lighthouse'];
const sameInThisRun = [...bringTheTown, ...bringLanguages].map((name) => `**/${name}.e2e.ts`);
/** In another language, desktops run only the tests that phones do not run. */
const onDesktops = journeysIn === 'en' ? '**/*.e2e.ts' : '**/*.desktop.e2e.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/**
 * Browser tests: one file for each user story, run on a phone (touch, light) and on a desktop (dark). They are never
 * skipped: without a browser they fail.
 */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  // A run with a city, or in another language, has its own folder, so that it keeps the results of the run before it.
  outputDir: ['test-results', ...(here.hasCity ? ['city'] : []), ...(journeysIn === 'en' ? [] : [journeysIn])].join(
    '/',
  ),
  // Two files at a time, except in the project `timed`; each worker has its own server.
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  // On a busy machine a browser can exceed a timeout: the test is then repeated once, and reported as flaky if it passes.
  // The long run repeats no test.
  retries: process.env.LONG ? 0 : 1,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['line'], ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT ?? 'test-results/report.json' }]],
  use: {
    // The language of the browser; without this setting it is that of the machine.
    ...(journeysIn !== 'en' && { locale: journeysIn }),
    // Traces contain actions, requests and console messages. Traces of all tests take a twentieth of the time, so
    // a test is traced only when it is repeated after a failure; the long run, which repeats none, traces every test and
    // keeps the traces of failures. With TRACE=1 traces also contain the page at every step.
    trace: {
      mode: process.env.LONG ? 'retain-on-failure' : 'on-first-retry',
      screenshots: false,
      snapshots: Boolean(process.env.TRACE),
      sources: false,
    },
    screenshot: 'only-on-failure',
    // A service worker would first fetch the whole app in each new context; install.e2e.ts tests the worker.
    serviceWorkers: 'block',
    launchOptions: { executablePath, args: chromiumArgs, env: { ...process.env, ...env } },
  },
  projects: [
    {
      name: 'phone',
      use: phone,
      testIgnore: ['**/*.desktop.e2e.ts', ...timed, ...longOnly, ...sameInThisRun],
    },
    { name: 'timed', use: phone, testMatch: timed, testIgnore: sameInThisRun },
    {
      name: 'desktop',
      testMatch: onDesktops,
      use: { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
      testIgnore: [...onceOnPhones, ...timed, ...longOnly, ...longOnDesktops, ...sameInThisRun],
    },
  ],
});
