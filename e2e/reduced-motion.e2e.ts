import { sendLocation } from '@boli/shared/tracking/tracking.endpoints';
import type { Page } from '@playwright/test';
import { Api } from './support/api';
import { readyMap } from './support/map';
import { placesDuring } from './support/motion';
import { signedIn } from './support/people';
import { booked } from './support/stage';
import { expect, test } from './support/test';
import { here } from './support/where';

test('the car glides on the map from one position to the next; with reduced motion it jumps', async ({
  browser,
  city,
}) => {
  const api = new Api(city.url);
  const { customer, driver, booking } = await booked(api, { status: 'in_progress' });
  const car = async (page: Page, lat: number) => {
    const marker = page.locator('[data-marker=driver]');
    await api.call(sendLocation, {
      as: driver,
      params: { id: booking.id },
      body: { lat, lng: here.pickup.lng },
    });
    await expect(marker).toHaveAttribute('data-lat', lat.toFixed(4));
    return marker;
  };
  const places = async (reducedMotion: 'reduce' | 'no-preference', from: number) => {
    const { page, context } = await signedIn(browser, customer, { url: city.url });
    await page.emulateMedia({ reducedMotion });
    await page.goto(`/?tab=bookings&booking=${booking.id}`);
    const marker = await car(page, from);
    await readyMap(page.locator('body'));
    const seen = await placesDuring(marker, () => car(page, from - 0.001));
    await context.close();
    return seen;
  };
  // One jump of the car, and one of the camera that follows it.
  expect(await places('reduce', here.pickup.lat - 0.001)).toBeLessThanOrEqual(2);
  expect(await places('no-preference', here.pickup.lat - 0.003)).toBeGreaterThan(2);
});
