import { gzipSync } from 'node:zlib';
import { person } from './support/people';
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
