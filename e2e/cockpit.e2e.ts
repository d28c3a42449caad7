import { verifyDriver } from '@boli/shared/admin/admin.endpoints';
import { readBooking } from '@boli/shared/bookings/bookings.endpoints';
import { listQuotes } from '@boli/shared/rides/quotes.endpoints';
import { cancelRide } from '@boli/shared/rides/rides.endpoints';
import type { Browser, Locator, Page } from '@playwright/test';
import { type Account, Api } from './support/api';
import { watchUntilClosed } from './support/closing';
import { changeLanguage, haveHindiLetters } from './support/language';
import { signedIn } from './support/people';
import { booked } from './support/stage';
import { expect, test } from './support/test';

/** From this number of a driver's quotes on, the server computes the driver's usual price for a kilometre. */
const QUOTES = 3;
const NARROW = { width: 320, height: 640 } as const;

/** Creates a customer of this name, and a verified driver who has quoted before and is signed in on a phone. */
async function cockpit(browser: Browser, api: Api, url: string, customerName: string) {
  const [driver, customer, admin] = await Promise.all([
    api.driver('Ravi Kumar'),
    api.person('customer', customerName),
    api.person('admin', 'Vikram Shah'),
  ]);
  const params = { userId: driver.user.id };
  await api.call(verifyDriver, { as: admin, params, query: { status: 'verified' }, body: {} });
  for (let quotes = 0; quotes < QUOTES; quotes += 1) {
    const ride = await api.ride(customer);
    await api.quote(driver, ride, 100 + quotes);
    await api.call(cancelRide, { as: customer, params: { id: ride.id } });
  }
  const { page } = await signedIn(browser, driver, { url });
  return { driver, customer, page };
}

const cardOf = (page: Page, customer: Account) => page.getByRole('article', { name: customer.user.name }).first();
const usual = (place: Locator) => place.getByRole('button', { name: /usual$/ });
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Submit Quote' });

async function boxOf(element: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await element.boundingBox();
  if (!box) throw new Error('the element is not shown');
  return box;
}

/** Turns a switch of the account dialog on. */
async function turnOn(page: Page, name: string): Promise<void> {
  await page.goto('/?dialog=account');
  await page.getByRole('switch', { name }).check();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
}

/** Counts clicks and key presses on a page from its next load on. Returns a function that reads the counts. */
async function countInput(page: Page): Promise<() => Promise<unknown>> {
  await page.addInitScript(() => {
    const counted = { click: 0, keydown: 0 };
    Object.assign(window, { counted });
    document.addEventListener('click', () => (counted.click += 1), true);
    document.addEventListener('keydown', () => (counted.keydown += 1), true);
  });
  return () => page.evaluate(() => Reflect.get(window, 'counted'));
}

test('a quote takes two taps and no typing', async ({ browser, city }) => {
  const api = new Api(city.url);
  const { page, driver, customer } = await cockpit(browser, api, city.url, 'Asha Two Taps');
  const ride = await api.ride(customer);
  const counted = await countInput(page);
  await page.goto('/');
  await usual(cardOf(page, customer)).tap();
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/quotes/create'));
  await dialogOf(page).getByRole('button', { name: 'Submit Quote' }).tap();
  await sent;
  expect(await counted()).toEqual({ click: 2, keydown: 0 });
  await expect(cardOf(page, customer).getByText(/^Your quote/)).toBeVisible();
  const [quote] = await api.call(listQuotes, { as: customer, params: { id: ride.id } });
  expect(quote?.driver_id).toBe(driver.user.id);
  expect(quote ? quote.price % 5 : null).toBe(0);
});

test('the dialog of a quote shows the request until the dialog has disappeared', async ({ browser, city }) => {
  const api = new Api(city.url);
  const { page, customer } = await cockpit(browser, api, city.url, 'Asha Still There');
  await api.ride(customer);
  for (const size of [
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(size);
    await page.goto('/');
    await cardOf(page, customer).getByRole('button', { name: 'Submit Quote' }).click();
    const dialog = dialogOf(page);
    await dialog.getByRole('spinbutton').fill('255');
    await expect(dialog.getByRole('region', { name: 'Pricing breakdown' })).toBeVisible();
    const seen = await watchUntilClosed(dialog);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    const contents = await seen();
    expect(contents.length).toBeGreaterThan(0);
    expect(contents.filter((content) => !content.includes('Hauz Khas Village'))).toEqual([]);
  }
});

test("the driver's page begins with two fully visible requests; arrow keys scroll the row of the totals", async ({
  browser,
  city,
}) => {
  const api = new Api(city.url);
  const { page, customer } = await cockpit(browser, api, city.url, 'Asha In Sight');
  for (let rides = 0; rides < 2; rides += 1) await api.ride(customer);
  await page.goto('/');
  const cards = page.getByRole('article', { name: customer.user.name });
  await expect(usual(cards.nth(1))).toBeVisible();
  await expect(page.getByText(/today/)).toBeVisible();
  const [first, second] = [await boxOf(cards.nth(0)), await boxOf(cards.nth(1))];
  const bar = await boxOf(page.getByRole('navigation', { name: 'Sections' }));
  expect(first.y).toBeLessThanOrEqual(230);
  expect(second.y + second.height).toBeLessThanOrEqual(bar.y);

  const row = page.getByRole('region', { name: 'Your figures' });
  const last = row.getByText('Completed Rides', { exact: true });
  await expect(last).not.toBeInViewport({ ratio: 1 });
  await row.focus();
  await expect(async () => {
    await page.keyboard.press('ArrowRight');
    await expect(last).toBeInViewport({ ratio: 1, timeout: 200 });
  }).toPass();
});

test('on a screen 320 pixels wide no part of a request or its quote is cut off', async ({ browser, city }) => {
  const api = new Api(city.url);
  const { page, customer } = await cockpit(browser, api, city.url, 'Asha Narrow');
  await api.ride(customer);
  await page.setViewportSize(NARROW);
  await page.goto('/');
  /** The texts of buttons that do not fit into `place` or cut their text, and `page` if the page scrolls sideways. */
  const cut = (place: Locator) =>
    place.evaluate((element) => {
      const { left, right } = element.getBoundingClientRect();
      const buttons = [...element.querySelectorAll('button')].filter((button) => {
        const box = button.getBoundingClientRect();
        return box.left < left || box.right > right || button.scrollWidth > button.clientWidth;
      });
      const root = document.documentElement;
      return [...buttons.map((button) => button.textContent), ...(root.scrollWidth > root.clientWidth ? ['page'] : [])];
    });
  const card = cardOf(page, customer);
  await expect(usual(card)).toBeVisible();
  expect(await cut(card)).toEqual([]);
  for (const button of await card.getByRole('button').all())
    expect((await boxOf(button)).height).toBeGreaterThanOrEqual(44);
  // The prices and the button share a row.
  const middle = async (button: Locator) => {
    const { y, height } = await boxOf(button);
    return Math.round(y + height / 2);
  };
  expect(await middle(card.getByRole('button', { name: 'Submit Quote' }))).toBe(await middle(usual(card)));
  await usual(card).tap();
  await expect(dialogOf(page).getByRole('region', { name: 'Pricing breakdown' })).toBeVisible();
  await expect.poll(() => cut(dialogOf(page))).toEqual([]);
  const [cancel, submit] = ['Cancel', 'Submit Quote'].map((name) => dialogOf(page).getByRole('button', { name }));
  if (!cancel || !submit) throw new Error('the dialog has two buttons');
  expect(await middle(cancel)).toBe(await middle(submit));
});

test('in Hindi on a screen 320 pixels wide a quote of four digits leaves room for Withdraw', async ({
  browser,
  city,
}) => {
  const api = new Api(city.url);
  const [driver, customer] = await Promise.all([api.driver('Ravi Kumar'), api.person('customer', 'Asha Four')]);
  await api.quote(driver, await api.ride(customer), 5_000);
  const { page, context } = await signedIn(browser, driver, { url: city.url });
  await haveHindiLetters(context);
  await page.setViewportSize(NARROW);
  await page.goto('/');
  await changeLanguage(page, 'hi');
  const withdraw = cardOf(page, customer).getByRole('button', { name: 'वापस लें' });
  await expect(withdraw).toBeVisible();
  const isCut = () =>
    withdraw.evaluate((button) =>
      [...button.querySelectorAll('span')].some((span) => span.scrollWidth > span.clientWidth),
    );
  await expect.poll(isCut).toBe(false);
});

test('with plain buttons instead of sliders, one tap starts a ride', async ({ browser, city }) => {
  const api = new Api(city.url);
  const { page, driver, customer } = await cockpit(browser, api, city.url, 'Asha Button');
  const { booking } = await booked(api, { status: 'accepted', people: { driver, customer } });
  await turnOn(page, 'Buttons instead of sliding');
  await page.goto(`/?tab=bookings&booking=${booking.id}`);
  const start = page.getByRole('button', { name: 'Start Ride & Track Location' });
  await expect(start).toBeEnabled();
  await start.tap();
  await expect
    .poll(async () => (await api.call(readBooking, { as: driver, params: { id: booking.id } })).status)
    .toBe('in_progress');
});

test('a quote with one tap is sent after four seconds, unless it is undone', async ({ browser, city }) => {
  const api = new Api(city.url);
  const { page, customer } = await cockpit(browser, api, city.url, 'Asha One Tap');
  const ride = await api.ride(customer);
  const quotes = () => api.call(listQuotes, { as: customer, params: { id: ride.id } });
  await turnOn(page, 'Quote with one tap');
  const card = cardOf(page, customer);
  await usual(card).tap();
  await expect(dialogOf(page)).toHaveCount(0);
  await card.getByRole('button', { name: 'Undo' }).tap();
  await expect(page.getByText('The quote was not sent')).toBeVisible();
  await expect(usual(card)).toBeVisible();
  expect(await quotes()).toEqual([]);
  await usual(card).tap();
  await expect(card.getByText(/^Your quote: /)).toBeVisible();
  expect(await quotes()).toHaveLength(1);
});
