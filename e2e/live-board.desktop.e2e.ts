import { Api } from './support/api';
import { expectAccessible } from './support/axe';
import { signedIn } from './support/people';
import { expect, test } from './support/test';
import { here } from './support/where';

const desktop = { width: 1280, height: 800 } as const;

test('an admin sees new requests, rides and drivers on the live board, and the totals change without a reload', async ({
  browser,
  boli,
}) => {
  const api = new Api(boli.url);
  const driver = await api.driver('Ravi Kumar');
  const customer = await api.person('customer', 'Asha Verma');
  const admin = await api.person('admin', 'Vikram Shah');
  const desk = await signedIn(browser, admin, { url: boli.url });
  const { page } = desk;
  await page.setViewportSize(desktop);
  await page.goto('/');
  await page.getByRole('tab', { name: 'Live Board' }).click();
  await expect(page.getByRole('heading', { name: 'Live Board' })).toBeVisible();
  const figure = (name: string) => page.getByText(name, { exact: true }).first().locator('..').getByRole('definition');
  await expect(figure('Drivers online')).toHaveText('0');

  // The driver's page reports its position without a prompt, because the permission is granted.
  const signedInDriver = await signedIn(browser, driver, { url: boli.url });
  await signedInDriver.page.goto('/');
  await expect(figure('Drivers online')).toHaveText('1');
  await expect(page.getByText('Ravi Kumar is online')).toBeVisible();

  const ride = await api.ride(customer);
  await expect(page.getByRole('button', { name: /New request from Asha Verma/ })).toBeVisible();
  const quote = await api.quote(driver, ride, 240);
  await expect(page.getByRole('button', { name: /1 quote for Asha Verma/ })).toBeVisible();
  await expectAccessible(page);

  const booking = await api.book(customer, quote);
  for (const status of ['accepted', 'in_progress'] as const) await api.step(driver, booking, status);
  await expect(figure('On a ride')).toHaveText('1');
  await expect(figure('Open requests')).toHaveText('0');
  await page.getByRole('radio', { name: 'List' }).check();
  await expect(page.getByRole('heading', { name: 'Drivers (1)' })).toBeVisible();
  await expectAccessible(page);

  // By keyboard only: opens the ride's dialog and closes it.
  const row = page.getByRole('button', { name: new RegExp(`${booking.id.slice(0, 8)} · Ravi Kumar`) });
  await row.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Booking ${booking.id.slice(0, 8)}` });
  await expect(dialog.getByText('in progress')).toBeVisible();
  await expectAccessible(page);
  await api.step(driver, booking, 'completed');
  await expect(dialog.getByText('completed', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(figure('On a ride')).toHaveText('0');
  await expect(figure('Total Rides').first()).toContainText('1');
  await expect(figure('Pending Collections').first()).toContainText('24');

  await signedInDriver.page.getByRole('switch', { name: 'Online' }).press('Space');
  await expect(figure('Drivers online')).toHaveText('0');
  expect(desk.loads()).toBe(1);
});

test('a press on the dot of an open request opens the request; with Open request unticked the dot is not on the map', async ({
  browser,
  boli,
}) => {
  const api = new Api(boli.url);
  const customer = await api.person('customer', 'Asha Verma');
  const ride = await api.ride(customer);
  const desk = await signedIn(browser, await api.person('admin', 'Vikram Shah'), { url: boli.url });
  const { page } = desk;
  await page.setViewportSize(desktop);
  await page.goto('/?tab=live');
  const frame = page.locator('[data-map-ready="true"]');
  await expect(frame).toBeVisible({ timeout: 60_000 });
  const canvas = page.locator('.maplibregl-canvas');
  const box = await canvas.boundingBox();
  if (!box) throw new Error('there is no map');
  const [lat = 0, lng = 0, zoom = 0] = ((await frame.getAttribute('data-map-view')) ?? '').split(',').map(Number);
  // The place of the dot on the canvas: the Mercator position of the pickup, with tiles of 512 px, and a small offset.
  const size = 512 * 2 ** zoom;
  const y = (at: number) => (0.5 - Math.asinh(Math.tan((at * Math.PI) / 180)) / (2 * Math.PI)) * size;
  const spot = {
    x: box.width / 2 + ((ride.pickup_lng - lng) / 360) * size + 14,
    y: box.height / 2 + y(ride.pickup_lat) - y(lat) - 12,
  };
  const dialog = page.getByRole('dialog', { name: 'Ride request of Asha Verma' });
  await expect(async () => {
    if (!(await dialog.isVisible())) await canvas.click({ position: spot, timeout: 2_000 });
    await expect(dialog).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
  await expect(dialog.getByText('No quotes yet')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`ride=${ride.id}`));
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('checkbox', { name: 'Open request' }).uncheck();
  // The map is drawn at most once a second, so a press may still hit the dot.
  await expect(async () => {
    await canvas.click({ position: spot });
    await page.waitForTimeout(300);
    const isOpen = await dialog.isVisible();
    if (isOpen) await page.keyboard.press('Escape');
    expect(isOpen).toBe(false);
  }).toPass({ timeout: 20_000 });
  expect(here.standing.latitude).toBeCloseTo(lat, 1);
});
