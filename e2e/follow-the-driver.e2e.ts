import { sendLocation } from '@boli/shared/tracking/tracking.endpoints';
import { Api } from './support/api';
import { readyMap } from './support/map';
import { signedIn } from './support/people';
import { booked } from './support/stage';
import { expect, test } from './support/test';
import { here } from './support/where';

test('a customer follows the driver on the map from the start to the end, also over a reload', async ({
  browser,
  city,
}) => {
  const api = new Api(city.url);
  const { customer, driver, booking } = await booked(api, { status: 'accepted' });
  const { page } = await signedIn(browser, customer, { url: city.url });
  const dialog = page.getByRole('dialog', { name: 'Booking Details' });
  const car = dialog.locator('[data-marker=driver]');
  const from = here.pickup.lat;
  const way = [from - 0.0015, from - 0.0035, from - 0.0055] as const;
  const drive = (lat: number, lng: number) =>
    api.call(sendLocation, { as: driver, params: { id: booking.id }, body: { lat, lng } });
  await page.goto('/?tab=bookings');
  await page.getByRole('button', { name: 'View Details' }).click();
  await expect(dialog.getByText('accepted', { exact: true })).toBeVisible();
  await expect(dialog.locator('[data-map-ready]')).toHaveCount(0);

  await test.step('the ride starts: a map comes, then the car, and it moves', async () => {
    await api.step(driver, booking, 'in_progress');
    await expect(dialog.getByText('Your driver is on the way. Track location above.')).toBeVisible();
    await expect(dialog.getByText("Waiting for the driver's location")).toBeVisible();
    await readyMap(dialog);
    for (const end of ['Pickup', 'Drop']) await expect(dialog.getByRole('img', { name: end })).toBeAttached();
    for (const lat of way) {
      await drive(lat, here.pickup.lng);
      await expect(car).toHaveAttribute('data-lat', lat.toFixed(4));
    }
    await expect(dialog.getByText(/updated \d+ s ago/)).toBeVisible();
  });

  await test.step('the camera follows until it is moved, and again after Recentre', async () => {
    const map = await readyMap(dialog);
    const box = await map.boundingBox();
    if (!box) throw new Error('the map has no size');
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.down();
    await page.mouse.move(middle.x + 120, middle.y + 60, { steps: 5 });
    await page.mouse.up();
    await dialog.getByRole('button', { name: 'Recentre' }).click();
    await expect(dialog.getByRole('button', { name: 'Recentre' })).toBeHidden();
  });

  await test.step('a reload lands in the same place, and every other tab has the ride on top', async () => {
    await page.reload();
    await expect(dialog.getByText('Your driver is on the way. Track location above.')).toBeVisible();
    await expect(car).toHaveAttribute('data-lat', way[2].toFixed(4));
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'My Rides' }).click();
    await expect(page.getByText('Going to Hauz Khas Village')).toBeVisible();
    await page.getByRole('button', { name: 'Open ride' }).click();
    await expect(dialog).toBeVisible();
  });

  await test.step('the ride ends', async () => {
    await api.step(driver, booking, 'completed');
    await expect(dialog.getByText('completed', { exact: true })).toBeVisible();
    await expect(dialog.locator('[data-map-ready]')).toHaveCount(0);
    await expect(dialog.getByRole('button', { name: 'Rate This Ride' })).toBeVisible();
  });
});
