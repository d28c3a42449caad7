import { readBooking } from '@boli/shared/bookings/bookings.endpoints';
import type { Page } from '@playwright/test';
import { Api } from './support/api';
import { signedIn } from './support/people';
import { booked } from './support/stage';
import { expect, test } from './support/test';
import { awayBy } from './support/where';

const figure = (page: Page, name: string) =>
  page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });

test('a driver starts the ride, shares the position, also after a reload, and completes the ride', async ({
  browser,
  city,
}) => {
  const api = new Api(city.url);
  const { driver, customer, booking } = await booked(api, { status: 'accepted' });
  const who = await signedIn(browser, driver, { url: city.url });
  const { page, context } = who;
  const details = page.getByRole('dialog', { name: 'Booking Details' });
  const driveTo = async (north: number) => {
    const { latitude, longitude } = awayBy(north, 0);
    await context.setGeolocation({ latitude, longitude, accuracy: 5 });
    await expect
      .poll(async () => (await api.call(readBooking, { as: customer, params: { id: booking.id } })).driver_lat)
      .toBe(latitude);
  };
  await page.goto('/');
  await expect(figure(page, 'Completed Rides')).toContainText('0');
  await page.getByRole('button', { name: 'Open ride' }).click();

  await test.step('after the start the position is sent to the customer', async () => {
    await details.getByRole('button', { name: 'Start Ride & Track Location' }).click();
    await expect(page.getByText('Location tracking started')).toBeVisible();
    await expect(details.getByText('in progress', { exact: true })).toBeVisible();
    await driveTo(0.0006);
  });

  await test.step('sharing continues after a reload; closing the details stops it, and the pinned card says so', async () => {
    await page.reload();
    await expect(page.getByText('Location tracking started')).toBeVisible();
    await driveTo(0.0012);
    await page.keyboard.press('Escape');
    await expect(page.getByText('Location tracking stopped')).toBeVisible();
    await page.getByRole('tab', { name: 'Available Rides' }).click();
    await expect(page.getByText('Location is not shared')).toBeVisible();
    await page.getByRole('button', { name: 'Open ride' }).click();
    await driveTo(0.0018);
  });

  await test.step('after completion the totals change', async () => {
    await details.getByRole('button', { name: 'Complete Ride' }).click();
    await expect(page.getByText('Booking completed').first()).toBeVisible();
    await expect(details.getByText('completed', { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(figure(page, 'Completed Rides')).toContainText('1');
    await expect(figure(page, 'Total Earnings')).toContainText('₹216.00');
    await expect(figure(page, 'Pending Payment')).toContainText('₹24.00');
  });
});
