import type { Browser, Page } from '@playwright/test';
import { type Account, Api } from './support/api';
import { signedIn } from './support/people';
import { KILOBITS, slowDown } from './support/slow-phone';
import { expect, test } from './support/test';
import { withoutSkeleton } from './support/without-skeleton';

/** The two bandwidths, in kilobits a second. With either, the processor is that of a slow phone. */
const NARROW_BAND = 400;
const BROAD_BAND = KILOBITS;

/** A page of a new browser, on a slow phone. */
async function slowPage(browser: Browser, url: string, kilobits: number): Promise<Page> {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await slowDown(page, kilobits);
  return page;
}

interface Paint {
  /** Milliseconds from the start of the navigation to the first content on screen. */
  at: number;
  /** Milliseconds from the first byte of the document to the first content on screen. */
  afterDocument: number;
}

async function firstPaint(browser: Browser, url: string, kilobits: number): Promise<Paint> {
  const page = await slowPage(browser, url, kilobits);
  await page.goto('/auth', { waitUntil: 'commit' });
  const paint = await page.evaluate(
    () =>
      new Promise<Paint>((resolve) => {
        const observer = new PerformanceObserver((list) => {
          const [entry] = list.getEntriesByName('first-contentful-paint');
          const [document] = performance.getEntriesByType('navigation');
          if (!entry || !(document instanceof PerformanceNavigationTiming)) return;
          resolve({ at: entry.startTime, afterDocument: entry.startTime - document.responseStart });
        });
        observer.observe({ type: 'paint', buffered: true });
      }),
  );
  await page.context().close();
  return paint;
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

test('a slow phone shows the first content in at most 0.3 of the time that it takes without the skeleton', async ({
  browser,
  city,
}) => {
  const bare = await withoutSkeleton(city.url);
  const [withIt, without]: [number[], number[]] = [[], []];
  for (const _run of [1, 2, 3]) {
    without.push((await firstPaint(browser, bare.url, BROAD_BAND)).at);
    withIt.push((await firstPaint(browser, city.url, BROAD_BAND)).at);
  }
  bare.stop();
  test.info().annotations.push({ type: 'first paint', description: `${median(withIt)} of ${median(without)} ms` });
  expect(median(withIt)).toBeLessThanOrEqual(0.3 * median(without));
});

test('at 400 kb/s the skeleton is on screen within 1.5 seconds of the first byte of the document', async ({
  browser,
  city,
}) => {
  const { afterDocument } = await firstPaint(browser, city.url, NARROW_BAND);
  expect(afterDocument).toBeLessThan(1_500);
});

/** Writes the sum of all layout shifts of a page into `data-shift` of its root element. */
function countShifts(): void {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) sum += 'value' in entry ? Number(entry.value) : 0;
    document.documentElement.dataset.shift = String(sum);
  }).observe({ type: 'layout-shift', buffered: true });
}

const heading = { customer: 'Welcome, Asha Verma', driver: 'Welcome, Ravi Kumar', admin: 'Admin Dashboard' } as const;

async function peopleOf(api: Api): Promise<Record<keyof typeof heading, Account>> {
  return {
    customer: await api.person('customer', 'Asha Verma'),
    driver: await api.driver('Ravi Kumar'),
    admin: await api.person('admin', 'Meera Nair'),
  };
}

test('the page of each role replaces the skeleton without a visible layout shift or a console error', async ({
  browser,
  city,
}) => {
  const people = await peopleOf(new Api(city.url));
  for (const [role, account] of Object.entries(people)) {
    const { page, context } = await signedIn(browser, account, { url: city.url });
    await context.addInitScript((user) => localStorage.setItem('user', user), JSON.stringify(account.user));
    await context.addInitScript(countShifts);
    const refused: string[] = [];
    page.on('console', (message) => message.type() === 'error' && refused.push(message.text()));
    await page.goto('/', { waitUntil: 'networkidle' });
    await expect(page.locator('html')).toHaveAttribute('data-page', role);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading[account.user.role]);
    await expect(page.locator('#skeleton')).toHaveCount(0);
    expect(Number((await page.locator('html').getAttribute('data-shift')) ?? 0), role).toBeLessThan(0.02);
    expect([role, refused]).toEqual([role, []]);
    // Of two CSS rules of the same specificity the later wins, so the common sheet has to precede those of lazy parts.
    const [first = '', ...later] = await page
      .locator('link[rel=stylesheet]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    expect([first, later.length > 0]).toEqual([expect.stringContaining('/index-'), true]);
    await context.close();
  }
});

for (const scheme of ['light', 'dark'] as const) {
  test(`the first paint is ${scheme} if the person has chosen ${scheme} or, without a choice, if the system is ${scheme}`, async ({
    browser,
    city,
  }) => {
    const grounds: string[] = [];
    for (const chosen of [null, scheme]) {
      const other = scheme === 'light' ? 'dark' : 'light';
      const context = await browser.newContext({ baseURL: city.url, colorScheme: chosen ? other : scheme });
      await context.addInitScript(
        (value) => value && localStorage.setItem('mantine-color-scheme-value', value),
        chosen ?? '',
      );
      // The page as it looks before the app's own script and style sheet have arrived.
      await context.route('**/assets/**', (route) => route.abort());
      const page = await context.newPage();
      await page.goto('/auth');
      grounds.push(
        await page.locator('#skeleton').evaluate((skeleton) => window.getComputedStyle(skeleton).backgroundColor),
      );
      await context.close();
    }
    const ground = scheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(22, 26, 41)';
    expect(grounds).toEqual([ground, ground]);
  });
}
