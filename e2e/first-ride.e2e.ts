import { createRide } from '@boli/shared/rides/rides.endpoints';
import type { Page } from '@playwright/test';
import { Api } from './support/api';
import { signedIn } from './support/people';
import { expect, test } from './support/test';
import { endsOf, here } from './support/where';

const EMPTY = 'No quotes yet. Drivers will start submitting quotes soon...';

/**
 * Counts clicks from now on. Returns a function that waits for the first ride request and returns the clicks before it.
 */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  let clicks = 0;
  let atPost: number | null = null;
  await page.exposeFunction('countClick', () => {
    clicks += 1;
  });
  await page.evaluate(`addEventListener('click', () => window.countClick(), { capture: true })`);
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/rides/request')) atPost ??= clicks;
  });
  return async () => {
    await expect.poll(() => atPost).not.toBeNull();
    return atPost ?? 0;
  };
}

const create = (page: Page) =>
  page
    .getByRole('dialog', { name: 'Create Ride Request' })
    .getByRole('button', { name: 'Create Ride Request' })
    .click();

/** The home screen of a customer with one earlier ride request. */
async function atHome(...[browser, url]: [Parameters<typeof signedIn>[0], string]): Promise<Page> {
  const api = new Api(url);
  const customer = await api.person('customer', 'Asha Verma');
  const words = { pickup_location: 'Connaught Place', drop_location: 'Hauz Khas Village' };
  await api.call(createRide, { as: customer, body: { ...words, ...endsOf(here.pickup, here.drop) } });
  const { page } = await signedIn(browser, customer, { url });
  await page.goto('/');
  return page;
}

test('a ride to a recent place takes two taps, and the page then waits for quotes', async ({ browser, city }) => {
  const page = await atHome(browser, city.url);
  const recent = page.getByRole('button', { name: /^Hauz Khas Village/ });
  await expect(recent).toBeVisible();
  const clicks = await countClicks(page);
  await recent.click();
  await create(page);
  expect(await clicks()).toBe(2);
  await expect(page.getByText(EMPTY)).toBeVisible({ timeout: 1_000 });
  expect(new URL(page.url()).search).toMatch(/^\?ride=/);
});

test('a ride to a searched place takes three taps and typing the start of its name', async ({ browser, city }) => {
  const page = await atHome(browser, city.url);
  const clicks = await countClicks(page);
  await page.getByRole('button', { name: /^Where to\?/ }).click();
  await expect(page.getByRole('combobox', { name: 'Drop Location' })).toBeFocused();
  await page.keyboard.type('hauz');
  await page.getByRole('option', { name: /^Hauz Khas Village/ }).click();
  await create(page);
  expect(await clicks()).toBe(3);
  await expect(page.getByText(EMPTY)).toBeVisible({ timeout: 1_000 });
});
