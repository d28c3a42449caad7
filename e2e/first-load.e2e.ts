import { gzipSync } from 'node:zlib';
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

/** What the home of a customer takes until the list of requests is seen. */
const MOST_REQUESTS = 45;
const MOST_MS = 4_000;
const KILOBITS = 1_600;

test('a slow phone shows the requests of a customer within 4 seconds, after at most 45 requests', async ({
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
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url().slice(city.url.length)));
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.getByRole('link', { name: /Connaught Place/ })).toBeVisible();
    times.push(await page.evaluate(() => performance.now()));
    test.info().annotations.push({ type: 'requests', description: asked.join(' ') });
    expect(asked.length).toBeLessThanOrEqual(MOST_REQUESTS);
    // Everything that the document has asked for is used.
    expect(await page.evaluate('Object.keys(window.early.answers)')).toEqual([]);
    await context.close();
  }
  const [, median = Number.NaN] = times.toSorted((a, b) => a - b);
  test.info().annotations.push({ type: 'list seen', description: `${times.map(Math.round).join(', ')} ms` });
  expect(median).toBeLessThan(MOST_MS);
});

test('each answer that the document has asked for is a success, and its page uses it', async ({ browser, city }) => {
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
