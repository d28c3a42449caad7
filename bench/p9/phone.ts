import type { Browser, Page } from '@playwright/test';
import type { Account } from '../../e2e/support/api';
import { type RequestedFile, requestedSoFar, slowHome, timeOf } from '../../e2e/support/first-load';
import { person } from '../../e2e/support/people';
import { KILOBITS, slowDown } from '../../e2e/support/slow-phone';
import { Disturbed } from '../disturbed';
import { interactiveAt, type PageWork } from './interactive';

/** The measurement is disturbed if a page is not interactive by then (ms): something else keeps the machine busy. */
const LONGEST_MS = 90_000;
const CHECK_EVERY_MS = 250;

/** One load of a page: when it was ready (ms), and all that it requested. */
export interface Load {
  ready: number;
  files: readonly RequestedFile[];
}

const workOf = (page: Page): Promise<Omit<PageWork, 'requests'>> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        // The entries from before the observation arrive together, in a later task.
        const observer = new PerformanceObserver((list) => {
          observer.disconnect();
          const entries = list.getEntries();
          const [paint] = entries.filter(({ name }) => name === 'first-contentful-paint');
          const longTasks = entries.filter(({ entryType }) => entryType === 'longtask');
          resolve({
            firstPaint: paint?.startTime ?? Number.POSITIVE_INFINITY,
            longTasks: longTasks.map(({ startTime, duration }) => ({ from: startTime, to: startTime + duration })),
            now: performance.now(),
          });
        });
        observer.observe({ type: 'paint', buffered: true });
        observer.observe({ type: 'longtask', buffered: true });
      }),
  );

/** Loads the sign-in page on a slow phone. `ready` is its time to interactive. */
export async function loadSignIn(browser: Browser, url: string): Promise<Load> {
  const { page, context } = await person(browser, { name: 'Guest', url, device: 'phone' });
  await slowDown(page, KILOBITS);
  await page.goto('/auth', { waitUntil: 'commit' });
  await timeOf(page, 'button', 'Sign In');
  const until = performance.now() + LONGEST_MS;
  while (performance.now() < until) {
    const files = await requestedSoFar(page);
    const ready = interactiveAt({ ...(await workOf(page)), requests: files });
    if (ready !== null) {
      await context.close();
      return { ready, files };
    }
    await page.waitForTimeout(CHECK_EVERY_MS);
  }
  throw new Disturbed('/auth had no five quiet seconds within a minute and a half');
}

/** What is seen once a home screen is ready: an element of this kind (a CSS selector) with these words. */
export interface FirstRow {
  kind: string;
  words: string;
}

/** Loads a home screen on a slow phone. `ready` is when its first row is seen; the files are those of the whole screen. */
export async function loadHome(browser: Browser, account: Account, url: string, row: FirstRow): Promise<Load> {
  const { page, context } = await slowHome(browser, account, { url, device: 'phone' });
  await page.goto('/', { waitUntil: 'commit' });
  const ready = await timeOf(page, row.kind, row.words);
  await page.waitForLoadState('networkidle', { timeout: LONGEST_MS });
  const files = await requestedSoFar(page);
  await context.close();
  return { ready, files };
}
