import { withdrawQuote } from '@boli/shared/rides/quotes.endpoints';
import type { Locator, Page } from '@playwright/test';
import { Api } from './support/api';
import { signedIn } from './support/people';
import { expect, test } from './support/test';
import { here, typed } from './support/where';

/** The distance of an element from the top of the screen, in pixels, once two measurements in a row are equal. */
async function topOf(element: Locator): Promise<number> {
  let [before, top] = [Number.NaN, 0];
  await expect(async () => {
    before = top;
    top = await element.evaluate((box) => box.getBoundingClientRect().top);
    expect(top).toBe(before);
  }).toPass();
  return top;
}

/** The names of the elements that are not wholly between the top of the screen and the buttons of the form. */
async function belowButtons(page: Page, elements: Record<string, Locator>): Promise<string[]> {
  const buttons = await page.getByRole('button', { name: 'Create Ride Request' }).boundingBox();
  const found = await Promise.all(
    Object.entries(elements).map(async ([name, element]) => {
      const box = await element.boundingBox();
      return box && buttons && box.y >= 0 && box.y + box.height <= buttons.y ? [] : [name];
    }),
  );
  return found.flat();
}

test('choosing a payment method does not move the methods under the finger', async ({ browser, city }) => {
  const api = new Api(city.url);
  const customer = await api.person('customer', 'Asha Steady');
  const ride = await api.ride(customer);
  await api.quote(await api.driver('Ravi Kumar'), ride, 240);
  const { page } = await signedIn(browser, customer, { url: city.url });
  await page.goto(`/?ride=${ride.id}`);
  await page.getByRole('button', { name: 'Select This Driver' }).click();
  const dialog = page.getByRole('dialog', { name: 'Select Payment Method' });
  const method = dialog.getByRole('radio', { name: 'PhonePe' });
  // The dialog slides up.
  await expect(dialog).toHaveCSS('transform', /^(none|matrix\(1, 0, 0, 1, 0, 0\))$/);
  const before = await topOf(method);
  await method.check();
  await expect(dialog.getByText("You'll receive driver's UPI ID after they accept the booking")).toBeVisible();
  expect(await topOf(method)).toBe(before);
});

test('the switch "Schedule for later" keeps its place in the form, and its quick times scroll into view', async ({
  browser,
  city,
}) => {
  const { page } = await signedIn(browser, await new Api(city.url).person('customer', 'Asha Steady'), {
    url: city.url,
  });
  await page.goto('/?dialog=create-ride');
  const form = page.getByRole('dialog', { name: 'Create Ride Request' });
  await form.getByLabel('Pickup Location').fill(typed(here.pickup));
  await form.getByLabel('Drop Location').fill(typed(here.drop));
  await form.getByLabel('Drop Location').blur();
  await expect(form.getByText(/^Usual /)).toBeVisible();
  const gap = async () =>
    (await topOf(form.getByText('Schedule for later'))) - (await topOf(form.getByText('Name your price')));
  const before = await gap();
  await form.getByRole('switch', { name: 'Schedule for later' }).check();
  const tomorrow = form.getByRole('button', { name: /^Tomorrow/ });
  await expect.poll(() => belowButtons(page, { tomorrow, time: form.getByLabel('Date and time') })).toEqual([]);
  await expect(form.getByText('The usual price depends on the time')).toBeAttached();
  expect(await gap()).toBe(before);
  await tomorrow.click();
  await expect(form.getByText(/^Usual /)).toBeAttached();
});

test('on a desktop the buttons of the form stay under the pointer while the price and the way appear', async ({
  browser,
  city,
}) => {
  const { page } = await signedIn(browser, await new Api(city.url).person('customer', 'Asha Steady'), {
    url: city.url,
  });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/?dialog=create-ride');
  const form = page.getByRole('dialog', { name: 'Create Ride Request' });
  const create = form.getByRole('button', { name: 'Create Ride Request' });
  await form.getByLabel('Pickup Location').fill(typed(here.pickup));
  const before = await topOf(create);
  await form.getByLabel('Drop Location').fill(typed(here.drop));
  await form.getByLabel('Drop Location').blur();
  await expect(form.getByText(/^Usual /)).toBeVisible();
  await expect(form.getByText(/drivers? near the pickup|No driver is online/)).toBeVisible();
  expect(await topOf(create)).toBe(before);
});

test('the number of drivers near the pickup appears without moving Cancel Request', async ({ browser, city }) => {
  const api = new Api(city.url);
  const customer = await api.person('customer', 'Asha Steady');
  const ride = await api.ride(customer);
  const { page } = await signedIn(browser, customer, { url: city.url });
  let answer = () => {};
  const isAllowed = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/drivers/near*', async (route) => {
    await isAllowed;
    await route.continue();
  });
  await page.goto(`/?ride=${ride.id}`);
  const cancel = page.getByRole('button', { name: 'Cancel Request' });
  await expect(cancel).toBeVisible();
  const before = await topOf(cancel);
  answer();
  await expect(page.getByText(/near the pickup/)).toBeVisible();
  expect(await topOf(cancel)).toBe(before);
});

test('a request that is cancelled by keyboard from far down its sheet says at the top that it is cancelled', async ({
  browser,
  city,
}) => {
  const api = new Api(city.url);
  const customer = await api.person('customer', 'Asha Steady');
  const ride = await api.ride(customer);
  // After a withdrawn quote the sheet offers next steps, which make it long.
  const driver = await api.driver('Ravi Kumar');
  const { id } = await api.quote(driver, ride, 240);
  await api.call(withdrawQuote, { as: driver, params: { id } });
  const { page } = await signedIn(browser, customer, { url: city.url });
  await page.goto(`/?ride=${ride.id}`);
  const cancel = page.getByRole('button', { name: 'Cancel Request' });
  // The sheet scrolls to the element with the keyboard focus, at whichever height the sheet rests.
  await cancel.focus();
  await expect(cancel).toBeInViewport({ ratio: 1 });
  await cancel.press('Enter');
  const said = page.getByText('This ride request is no longer open (cancelled)');
  await expect(said).toBeInViewport({ ratio: 1 });
  const title = page.getByRole('heading', { name: 'Available Quotes' });
  await expect
    .poll(async () => (await said.boundingBox())?.y ?? 0)
    .toBeGreaterThan(((await title.boundingBox())?.y ?? 0) + 20);
});
