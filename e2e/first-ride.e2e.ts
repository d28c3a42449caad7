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

/** The frames of one second on a machine that draws every frame; a busy machine draws fewer. */
const MOST_FRAMES = 60;

/** A script that counts how many frames the page draws from the latest click until it shows the text. */
const countFrames = (text: string) => `
  addEventListener('click', () => {
    const press = (window.press = { frames: 0 });
    const look = () => {
      if (press !== window.press || document.body.textContent.includes(${JSON.stringify(text)})) return;
      press.frames += 1;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, { capture: true })`;

/** Presses Create Ride Request, and expects the text `EMPTY` on the page within `MOST_FRAMES` frames. */
async function create(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Create Ride Request' });
  await page.evaluate(countFrames(EMPTY));
  await dialog.getByRole('button', { name: 'Create Ride Request' }).click();
  await expect(page.getByText(EMPTY)).toBeVisible();
  const frames = Number(await page.evaluate('window.press.frames'));
  test.info().annotations.push({ type: 'waits for quotes', description: `after ${frames} frames` });
  expect(frames).toBeGreaterThan(0);
  expect(frames).toBeLessThanOrEqual(MOST_FRAMES);
}

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

test("a ride to a recent place takes two taps, and within 60 frames the page says 'No quotes yet'", async ({
  browser,
  city,
}) => {
  const page = await atHome(browser, city.url);
  const recent = page.getByRole('button', { name: /^Hauz Khas Village/ });
  await expect(recent).toBeVisible();
  const clicks = await countClicks(page);
  await recent.click();
  await create(page);
  expect(await clicks()).toBe(2);
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
});
