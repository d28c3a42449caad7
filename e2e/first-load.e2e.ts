import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { Api } from './support/api';
import { person, signedIn } from './support/people';
import { slowDown } from './support/slow-phone';
import { expect, test } from './support/test';

test('the first page loads no map code, nothing from other hosts, and at most 210 kB of compressed script and style', async ({
  browser,
  city,
}) => {
  const { page } = await person(browser, { name: 'Asha', url: city.url });
  const asked: string[] = [];
  const sizes: Promise<number>[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('response', (response) => {
    if (/\.(js|mjs|css)$/.test(new URL(response.url()).pathname))
      sizes.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
  });
  await page.goto('/auth', { waitUntil: 'networkidle' });
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  expect(asked.filter((url) => !url.startsWith(city.url) && !url.startsWith('data:'))).toEqual([]);
  expect(asked.filter((url) => /map/i.test(new URL(url).pathname))).toEqual([]);
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeGreaterThan(20_000);
  expect(bytes).toBeLessThanOrEqual(210_000);
});

/** The limits for the home of a customer until the list of ride requests is visible. */
const MOST_REQUESTS = 20;
const MOST_MS = 4_000;
const KILOBITS = 1_600;

/** Milliseconds from the start of the page until a link with these words is seen. */
async function timeOf(page: Page, words: string): Promise<number> {
  const seen = await page.waitForFunction(
    (text) => {
      const link = [...document.querySelectorAll('a')].find((one) => one.textContent?.includes(text));
      const isSeen = !document.getElementById('skeleton') && link?.checkVisibility({ visibilityProperty: true });
      return isSeen && performance.now();
    },
    words,
    { polling: 'raf' },
  );
  return Number(await seen.jsonValue());
}

/** The paths that a page has requested within these milliseconds; the first is the page's own. */
const requestedBy = (page: Page, ms: number): Promise<string[]> =>
  page.evaluate(
    (end) =>
      [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
        .filter(({ startTime }) => startTime < end)
        .map(({ name }) => new URL(name).pathname),
    ms,
  );

test('a slow phone shows the requests of a customer within 4 seconds, after at most 20 requests and before the map', async ({
  browser,
  city,
}) => {
  const api = new Api(city.url);
  const customer = await api.person('customer', 'Asha Verma');
  await api.ride(customer);
  const times: number[] = [];
  for (const _run of [1, 2, 3]) {
    const { page, context } = await signedIn(browser, customer, { url: city.url });
    await context.addInitScript((user) => localStorage.setItem('user', user), JSON.stringify(customer.user));
    await slowDown(page, KILOBITS);
    await page.goto('/', { waitUntil: 'commit' });
    const seen = await timeOf(page, 'Connaught Place');
    times.push(seen);
    // The browser lists only finished requests. Once the map is drawn, all earlier requests have finished.
    await expect(page.locator('[data-map-ready=true]')).toBeVisible();
    const asked = await requestedBy(page, seen);
    test.info().annotations.push({ type: 'requests', description: asked.join(' ') });
    expect(asked.length).toBeLessThanOrEqual(MOST_REQUESTS);
    expect(asked.filter((path) => /map|workbox|sw\.js/i.test(path))).toEqual([]);
    // The page has used every response that index.html had requested early.
    expect(await page.evaluate('Object.keys(window.early.answers)')).toEqual([]);
    await context.close();
  }
  const [, median = Number.NaN] = times.toSorted((a, b) => a - b);
  test.info().annotations.push({ type: 'list seen', description: `${times.map(Math.round).join(', ')} ms` });
  expect(median).toBeLessThan(MOST_MS);
});

test('every request that index.html sends early succeeds, and the page uses the response', async ({
  browser,
  city,
}) => {
  const api = new Api(city.url);
  const people = await Promise.all([
    api.person('customer', 'Asha Verma'),
    api.driver('Ravi Kumar'),
    api.person('admin', 'Meera Iyer'),
  ]);
  for (const one of people) {
    const { page, context } = await signedIn(browser, one, { url: city.url });
    await context.addInitScript((user) => localStorage.setItem('user', user), JSON.stringify(one.user));
    const failed: string[] = [];
    page.on('response', (response) => {
      if (!response.ok()) failed.push(`${response.status()} ${response.url()}`);
    });
    await page.goto('/');
    await expect.poll(() => page.evaluate('Object.keys(window.early.answers)'), { message: one.user.role }).toEqual([]);
    expect(failed).toEqual([]);
    await context.close();
  }
});
