import type { Locator, Page } from '@playwright/test';
import { Api } from './support/api';
import { journeysIn } from './support/journeys-in';
import { formMap, readyMap, tapMap } from './support/map';
import { signedIn } from './support/people';
import { booked } from './support/stage';
import { still } from './support/still';
import { expect, test } from './support/test';
import { here, typed } from './support/where';

/** Longer than any action takes, but shorter than the time of a test: the error then names the action that failed. */
test.use({ actionTimeout: 10_000 });

const screens = [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
] as const;

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const meet = (one: Box, other: Box) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

/**
 * The names of the `kept` elements that the toast with `text` covers once it has stopped moving; also `the edge of the
 * screen` if the toast leaves the screen, and `the left half only` if it lies in the left half.
 */
async function coveredBy(page: Page, text: string | RegExp, kept: Record<string, Locator>): Promise<string[]> {
  const toast = page.locator('[data-toast]').filter({ hasText: text, visible: true });
  await expect(toast).toBeVisible();
  await still(page);
  const box = await toast.boundingBox();
  if (!box) return ['the toast is gone'];
  const covered: string[] = [];
  const viewport = page.viewportSize();
  if (!viewport || box.x < 0 || box.x + box.width > viewport.width || box.y < 0) covered.push('the edge of the screen');
  if (box.x + box.width < (viewport?.width ?? 0) / 2) covered.push('the left half only');
  for (const [name, locator] of Object.entries(kept)) {
    const other = await locator.boundingBox();
    if (other && meet(box, other)) covered.push(name);
  }
  return covered;
}

/**
 * Opens a path. Waits until the page has its live connection and its list of bookings, because an earlier change shows
 * no toast.
 */
async function openLive(page: Page, address: string): Promise<void> {
  const connected = page
    .waitForEvent('websocket')
    .then((socket) => socket.waitForEvent('framereceived', ({ payload }) => String(payload).startsWith('40')));
  const listed = page.waitForResponse((answer) => answer.url().includes('/api/bookings/my'));
  await page.goto(address);
  await connected;
  await (await listed).finished();
  // The page is idle only after it has read the answer.
  await page.evaluate(() => new Promise((resolve) => window.requestIdleCallback(resolve)));
}

/** The title of the open dialog, and the button that closes it: Close, or Back on a phone's full-screen dialog. */
const headOf = (page: Page, name: string) => {
  const dialog = page.getByRole('dialog', { name });
  return {
    title: dialog.getByRole('heading', { name }),
    close: dialog.getByRole('button', { name: /^(Close|Back)$/ }).first(),
  };
};

for (const size of screens) {
  const at = `${size.width} pixels`;

  test(`a success toast covers neither the page's title nor a dialog's header or status: ${at}`, async ({
    browser,
    city,
  }) => {
    const api = new Api(city.url);
    const { customer, driver, booking } = await booked(api, { status: 'pending' });
    const { page } = await signedIn(browser, customer, { url: city.url });
    await page.setViewportSize(size);
    await page.goto(`/?tab=bookings&booking=${booking.id}`);
    const dialog = page.getByRole('dialog', { name: 'Booking Details' });
    await expect(dialog.getByText(/^pending$/i).first()).toBeVisible();
    const accepted = await api.step(driver, booking, 'accepted');
    const state = dialog.getByText(/^accepted$/i).first();
    expect(await coveredBy(page, /accepted/i, { ...headOf(page, 'Booking Details'), state })).toEqual([]);

    await openLive(page, '/?tab=safety');
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toBeVisible();
    await api.step(driver, accepted, 'in_progress');
    expect(await coveredBy(page, /in progress|started/i, { heading })).toEqual([]);
  });

  test(`an error toast covers neither the form's header nor the pressed button, and disappears when its cause does: ${at}`, async ({
    browser,
    city,
  }) => {
    const api = new Api(city.url);
    const { page } = await signedIn(browser, await api.person('customer', 'Asha Verma'), { url: city.url });
    await page.setViewportSize(size);
    await page.goto('/?tab=safety');
    await page.getByRole('button', { name: 'Add Contact' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/Name/).fill('Maa');
    await dialog.getByLabel(/Phone/).fill('+91 98765 43211');
    await page.route('**/api/emergency/contacts', (route) => route.abort());
    const pressed = dialog.getByRole('button', { name: 'Add Contact' });
    await pressed.click();
    const name = (await dialog.getByRole('heading').first().textContent()) ?? '';
    expect(await coveredBy(page, 'Failed to add contact', { ...headOf(page, name), pressed })).toEqual([]);
    await page.unroute('**/api/emergency/contacts');
    // Any response of the server shows that the connection is back.
    await pressed.click();
    await expect(page.getByRole('alert').filter({ hasText: 'Failed to add contact' })).toHaveCount(0);
  });
}

for (const size of screens)
  test(`a toast covers neither the pinned booking nor the title and fields of the ride form: ${size.width} pixels`, async ({
    browser,
    city,
  }) => {
    const api = new Api(city.url);
    const driver = await api.driver('Ravi Kumar');
    const customer = await api.person('customer', 'Asha Verma');
    const { page } = await signedIn(browser, driver, { url: city.url });
    await page.setViewportSize(size);
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Available Rides' })).toBeVisible();
    await api.book(customer, await api.quote(driver, await api.ride(customer), 240));
    const pinned = page.getByRole('region', { name: 'Asha Verma' });
    await expect(pinned).toBeVisible();
    expect(await coveredBy(page, /booking/i, { pinned })).toEqual([]);

    const rider = await signedIn(browser, await api.person('customer', 'Meera'), { url: city.url });
    await rider.page.setViewportSize(size);
    await rider.page.goto('/?dialog=create-ride&field=drop');
    const form = rider.page.getByRole('dialog', { name: 'Create Ride Request' });
    const fields = { pickup: form.getByLabel('Pickup Location'), drop: form.getByLabel('Drop Location') };
    const { title } = headOf(rider.page, 'Create Ride Request');
    expect(await coveredBy(rider.page, 'Location detected successfully!', { title, ...fields })).toEqual([]);
  });

for (const size of screens)
  test(`after posting a request the toast covers neither the title of the quotes, nor a pin, nor the text "No quotes yet": ${size.width} pixels`, async ({
    browser,
    city,
  }) => {
    const { page } = await signedIn(browser, await new Api(city.url).person('customer', 'Asha Verma'), {
      url: city.url,
    });
    await page.setViewportSize(size);
    await page.goto('/?dialog=create-ride');
    const form = page.getByRole('dialog', { name: 'Create Ride Request' });
    // This toast is placed where it covers little of the form. The toast after posting must not simply take its place.
    await expect(page.getByText('Location detected successfully!')).toBeVisible();
    await form.getByLabel('Drop Location').fill(typed(here.drop));
    await form.getByLabel('Drop Location').blur();
    await form.getByRole('button', { name: 'Create Ride Request' }).click();
    const title = page.getByRole('heading', { name: 'Available Quotes' });
    await expect(title).toBeVisible();
    await readyMap(page.locator('body'));
    const [pickup, drop] = [page.getByRole('img', { name: 'Pickup' }), page.getByRole('img', { name: 'Drop' })];
    const empty = page.getByText(/^No quotes yet/);
    const covered = () => coveredBy(page, /^Ride request created/, { title, pickup, drop, empty });
    await expect.poll(covered).toEqual([]);
  });

for (const size of screens.filter(({ width }) => width < 500))
  test(`a toast moves away from a field or a row that the opened place search has moved under the toast: ${size.width} pixels`, async ({
    browser,
    city,
  }) => {
    const api = new Api(city.url);
    const customer = await api.person('customer', 'Asha Verma');
    // The pickup and the drop of this ride are rows of the search.
    await api.ride(customer);
    const { page } = await signedIn(browser, customer, { url: city.url });
    await page.setViewportSize(size);
    await page.goto('/?dialog=create-ride');
    const form = page.getByRole('dialog', { name: 'Create Ride Request' });
    const fields = { pickup: form.getByLabel('Pickup Location'), drop: form.getByLabel('Drop Location') };
    const { title } = headOf(page, 'Create Ride Request');
    await expect(page.locator('[data-toast]').filter({ hasText: 'Location detected successfully!' })).toBeVisible();
    await fields.drop.click();
    await expect(form.getByRole('listbox')).toBeVisible();
    const [first, last] = [form.getByRole('option').first(), form.getByRole('option').last()];
    // The toast moves one frame after the fields.
    const covered = () => coveredBy(page, 'Location detected successfully!', { title, ...fields, first, last });
    await expect.poll(covered).toEqual([]);
  });

test('a phone shows one toast of at most 72 pixels with the number of those that wait under it', async ({
  browser,
  city,
}) => {
  const api = new Api(city.url);
  const { customer, driver, booking } = await booked(api, { status: 'pending' });
  const { page } = await signedIn(browser, customer, { url: city.url });
  await openLive(page, '/?tab=safety');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const accepted = await api.step(driver, booking, 'accepted');
  await expect(page.locator('[data-toast]')).toHaveCount(1);
  await api.step(driver, accepted, 'in_progress');
  const shown = page.locator('[data-toast]').filter({ visible: true });
  await expect(page.locator('[data-toast]')).toHaveCount(2);
  await expect(shown).toHaveCount(1);
  expect((await shown.boundingBox())?.height).toBeLessThanOrEqual(72);
  expect(await shown.evaluate((toast) => window.getComputedStyle(toast, '::after').content)).toContain('+');
  await expect(page.locator('[data-toast]')).toHaveCount(0);
});

test('on a desktop a second toast covers no tab and no heading, and says how many wait under it', async ({
  browser,
  city,
}) => {
  const api = new Api(city.url);
  const { customer, driver, booking } = await booked(api, { status: 'pending' });
  const { page } = await signedIn(browser, customer, { url: city.url });
  await page.setViewportSize({ width: 1280, height: 800 });
  await openLive(page, '/?tab=safety');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const toasts = page.locator('[data-toast]');
  const accepted = await api.step(driver, booking, 'accepted');
  await expect(toasts).toHaveCount(1);
  await api.step(driver, accepted, 'in_progress');
  await expect(toasts).toHaveCount(2);
  // Checked at once, because toasts disappear after some seconds. In other languages the tabs are narrower: both toasts
  // fit one below the other, and no number is shown.
  if (journeysIn === 'en') {
    const shown = toasts.filter({ visible: true });
    await expect(shown).toHaveCount(1);
    expect(await shown.evaluate((toast) => window.getComputedStyle(toast, '::after').content)).toContain('+');
  }
  const names = await page.getByRole('tab').allTextContents();
  const kept = Object.fromEntries(names.map((name, at) => [name, page.getByRole('tab').nth(at)]));
  expect(names.length).toBeGreaterThan(3);
  const heading = page.getByRole('heading', { level: 1 });
  expect(await coveredBy(page, /in progress|started/i, { ...kept, heading })).toEqual([]);
});

test('on a touch screen a toast disappears in its time even if it was tapped', async ({ browser, city }) => {
  const api = new Api(city.url);
  const { customer, driver, booking } = await booked(api, { status: 'pending' });
  const { page } = await signedIn(browser, customer, { url: city.url });
  await openLive(page, '/?tab=safety');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await api.step(driver, booking, 'accepted');
  const toast = page.locator('[data-toast]');
  await expect(toast).toBeVisible();
  // A tap also moves the simulated mouse onto the toast, where it stays.
  await toast.tap();
  await expect(toast).toHaveCount(0);
});

/** The contrast of the text of the toast's number to its background. */
const contrastOfNumber = (toast: Locator): Promise<number> =>
  toast.evaluate((element) => {
    const { color, backgroundColor } = window.getComputedStyle(element, '::after');
    const light = (text: string) => {
      const [red = 0, green = 0, blue = 0] = (text.match(/[\d.]+/g) ?? []).map((part) => {
        const share = Number(part) / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
    };
    const [one, other] = [light(color), light(backgroundColor)];
    return Math.max(one, other) / Math.min(one, other);
  });

for (const colorScheme of ['light', 'dark'] as const)
  test(`the number of waiting toasts has a contrast of at least 4.5 in the ${colorScheme} theme`, async ({
    browser,
    city,
  }) => {
    const api = new Api(city.url);
    const { customer, driver, booking } = await booked(api, { status: 'pending' });
    const { page } = await signedIn(browser, customer, { url: city.url });
    await page.emulateMedia({ colorScheme });
    await openLive(page, '/?tab=safety');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await api.step(driver, await api.step(driver, booking, 'accepted'), 'in_progress');
    await expect(page.locator('[data-toast]')).toHaveCount(2);
    const shown = page.locator('[data-toast]').filter({ visible: true });
    expect(await contrastOfNumber(shown)).toBeGreaterThanOrEqual(4.5);
  });

test('a tap that chooses a point reaches the map through a toast', async ({ browser, boli }) => {
  const { page } = await signedIn(browser, await new Api(boli.url).person('customer', 'Asha Verma'), { url: boli.url });
  await page.goto('/?dialog=create-ride');
  const form = page.getByRole('dialog', { name: 'Create Ride Request' });
  await form.getByRole('button', { name: 'Pick pickup on map' }).click();
  await tapMap(formMap(page), 0.4, 0.4);
  const toast = page.locator('[data-toast]').filter({ visible: true }).first();
  await expect(toast).toBeVisible();
  await form.getByRole('button', { name: 'Pick drop on map' }).click();
  await readyMap(formMap(page));
  const box = await toast.boundingBox();
  if (!box) throw new Error('the toast is gone');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect(form.getByLabel('Drop Location')).not.toHaveValue('');
});
