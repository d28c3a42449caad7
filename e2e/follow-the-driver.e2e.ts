import { sendLocation } from '@boli/shared/tracking/tracking.endpoints';
import { Api } from './support/api';
import { readyMap } from './support/map';
import { signedIn } from './support/people';
import { booked } from './support/stage';
import { expect, test } from './support/test';
import { here } from './support/where';

test('a customer follows the driver on the map from start to end, also after a reload', async ({ browser, city }) => {
  const api = new Api(city.url);
  const { customer, driver, booking } = await booked(api, { status: 'accepted' });
  const { page } = await signedIn(browser, customer, { url: city.url });
  const dialog = page.getByRole('dialog', { name: 'Booking Details' });
  const car = page.locator('[data-marker=driver]');
  const from = here.pickup.lat;
  const way = [from - 0.0015, from - 0.0035, from - 0.0055] as const;
  const drive = (lat: number, lng: number) =>
    api.call(sendLocation, { as: driver, params: { id: booking.id }, body: { lat, lng } });
  await page.goto('/?tab=bookings');
  await page.getByRole('button', { name: 'View Details' }).click();
  await expect(dialog.getByText('accepted', { exact: true })).toBeVisible();

  await test.step('when the ride starts, the car appears, and it moves', async () => {
    await api.step(driver, booking, 'in_progress');
    await expect(dialog.getByText('Your driver is on the way. Track location above.')).toBeVisible();
    await expect(dialog.getByText("Waiting for the driver's location")).toBeVisible();
    await readyMap(page.locator('body'));
    for (const end of ['Pickup', 'Drop']) await expect(page.getByRole('img', { name: end })).toBeAttached();
    for (const lat of way) {
      await drive(lat, here.pickup.lng);
      await expect(car).toHaveAttribute('data-lat', lat.toFixed(4));
    }
    await expect(dialog.getByText(/updated \d+ s ago/)).toBeVisible();
  });

  await test.step('dragging the map shows the button Recentre, and a press on the button hides it', async () => {
    const map = await readyMap(page.locator('body'));
    const box = await map.boundingBox();
    if (!box) throw new Error('the map has no size');
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 4 };
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.down();
    await page.mouse.move(middle.x + 120, middle.y + 60, { steps: 5 });
    await page.mouse.up();
    await page.getByRole('button', { name: 'Recentre' }).click();
    await expect(page.getByRole('button', { name: 'Recentre' })).toBeHidden();
  });

  await test.step('a reload shows the car at the same place, and the tab My Rides has the ride pinned', async () => {
    await page.reload();
    await expect(dialog.getByText('Your driver is on the way. Track location above.')).toBeVisible();
    await expect(car).toHaveAttribute('data-lat', way[2].toFixed(4));
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'My Rides' }).click();
    await expect(page.getByRole('region', { name: 'Ravi Kumar' })).toContainText(/Going to Hauz Khas Village|min/);
    await expect(car).toHaveCount(1);
    await drive(way[1], here.pickup.lng);
    await expect(car).toHaveAttribute('data-lat', way[1].toFixed(4));
    await page.getByRole('button', { name: 'Open ride' }).click();
    await expect(dialog).toBeVisible();
    await expect(car).toHaveCount(1);
  });

  await test.step('the ride ends', async () => {
    await api.step(driver, booking, 'completed');
    await expect(dialog.getByText('completed', { exact: true })).toBeVisible();
    await expect(car).toHaveCount(0);
    await expect(dialog.getByRole('button', { name: 'Rate This Ride' })).toBeVisible();
  });
});

test('while the sheet of My Rides is at one of its two lower heights, nothing covers the approaching car or the pickup; only one map shows the car, and none after the ride', async ({
  browser,
  city,
}) => {
  const api = new Api(city.url);
  const { customer, driver, booking } = await booked(api, { status: 'accepted' });
  const { page } = await signedIn(browser, customer, { url: city.url });
  const car = page.locator('[data-marker=driver]');
  const at = { lat: here.pickup.lat - 0.006, lng: here.pickup.lng + 0.004 };
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Open ride' })).toBeVisible();
  await api.call(sendLocation, { as: driver, params: { id: booking.id }, body: at });
  await expect(car).toHaveAttribute('data-lat', at.lat.toFixed(4));
  await readyMap(page.locator('body'));

  /** The boxes of those pins that the header or the sheet covers; null for a pin that is not on the page. */
  const hidden = async () => {
    const tops = [page.getByRole('region', { name: 'Your rides' }), page.getByRole('button', { name: 'Logout' })];
    const [sheet, logout] = await Promise.all(tops.map((element) => element.boundingBox()));
    const pins = [car, page.getByRole('img', { name: 'Pickup' })];
    const boxes = await Promise.all(pins.map((pin) => pin.boundingBox()));
    if (!sheet || !logout) throw new Error('the sheet or the button Logout is not on the page');
    const isFree = (box: (typeof boxes)[number]) =>
      box !== null && box.y >= logout.y + logout.height && box.y + box.height <= sheet.y;
    return boxes.filter((box) => !isFree(box));
  };
  if (test.info().project.name === 'phone')
    for (const key of ['Home', 'ArrowUp']) {
      await page.getByRole('button', { name: /of the sheet$/ }).press(key);
      await expect.poll(hidden, key).toEqual([]);
    }

  await test.step('the map of an open dialog is the only one with the car', async () => {
    await page.goto(`/?booking=${booking.id}`);
    await expect(page.getByRole('dialog', { name: 'Booking Details' })).toBeVisible();
    await expect(car).toBeVisible();
    await expect(car).toHaveCount(1);
    await page.goBack();
    await expect(car).toBeVisible();
  });

  await test.step('after the end of the ride the map shows neither car nor pickup', async () => {
    await api.step(driver, await api.step(driver, booking, 'in_progress'), 'completed');
    await expect(car).toHaveCount(0);
    await expect(page.getByRole('img', { name: 'Pickup' })).toHaveCount(0);
  });
});
