import { sendLocation } from '@boli/shared/tracking/tracking.endpoints';
import type { Browser, Page } from '@playwright/test';
import { type Account, Api } from './support/api';
import { readyMap } from './support/map';
import { placesDuring } from './support/motion';
import { signedIn } from './support/people';
import { booked } from './support/stage';
import { expect, test } from './support/test';
import { Finger } from './support/touch';
import { here } from './support/where';

test('the car glides on the map from one position to the next; with reduced motion it jumps', async ({
  browser,
  city,
}) => {
  const api = new Api(city.url);
  // The camera frames the car and the drop: as they are near each other, the car moves by dozens of pixels.
  const drop = { lat: here.pickup.lat - 0.004, lng: here.pickup.lng };
  const { customer, driver, booking } = await booked(api, { status: 'in_progress', drop });
  const car = async (page: Page, lng: number) => {
    const marker = page.locator('[data-marker=driver]');
    await api.call(sendLocation, {
      as: driver,
      params: { id: booking.id },
      body: { lat: here.pickup.lat, lng },
    });
    await expect(marker).toHaveAttribute('data-lng', lng.toFixed(4));
    return marker;
  };
  const places = async (reducedMotion: 'reduce' | 'no-preference') => {
    const { page, context } = await signedIn(browser, customer, { url: city.url });
    await page.emulateMedia({ reducedMotion });
    await page.goto(`/?tab=bookings&booking=${booking.id}`);
    const marker = await car(page, drop.lng - 0.001);
    await readyMap(page.locator('body'));
    const seen = await placesDuring(marker, () => car(page, drop.lng + 0.001), page.getByRole('img', { name: 'Drop' }));
    await context.close();
    return seen;
  };
  // The car jumps once, and so does the camera that follows it.
  expect(await places('reduce')).toBeLessThanOrEqual(2);
  expect(await places('no-preference')).toBeGreaterThan(2);
});

/** In how many places a part of a page is drawn while it moves, with and without reduced motion. */
async function placesOf(
  { browser, url, who }: { browser: Browser; url: string; who: Account },
  moved: (page: Page) => Promise<number>,
): Promise<Record<'reduced' | 'full', number>> {
  const places = async (reducedMotion: 'reduce' | 'no-preference') => {
    const { page, context } = await signedIn(browser, who, { url });
    await page.emulateMedia({ reducedMotion });
    const seen = await moved(page);
    await context.close();
    return seen;
  };
  return { reduced: await places('reduce'), full: await places('no-preference') };
}

test('a sheet glides to its next height and a switch to its other side; with reduced motion they jump', async ({
  browser,
  city,
}) => {
  const api = new Api(city.url);
  const { customer, driver } = await booked(api, { status: 'completed' });
  const ofSheet = await placesOf({ browser, url: city.url, who: customer }, async (page) => {
    await page.goto('/');
    const handle = page.getByRole('button', { name: /of the sheet$/ });
    await handle.press('Home');
    const sheet = page.locator('section[data-snap="0"]');
    return placesDuring(sheet, () => handle.press('End'));
  });
  const ofSwitch = await placesOf({ browser, url: city.url, who: driver }, async (page) => {
    await page.goto('/?dialog=account');
    const choice = page.getByRole('switch', { name: 'Sound for new requests' });
    await choice.scrollIntoViewIfNeeded();
    return placesDuring(page.locator('label').filter({ has: choice }).locator('.mantine-Switch-thumb'), () =>
      choice.press('Space'),
    );
  });
  expect([ofSheet.reduced, ofSwitch.reduced]).toEqual([1, 1]);
  expect(Math.min(ofSheet.full, ofSwitch.full)).toBeGreaterThan(1);
});

test('the thumb of a slide glides back when the finger leaves it; with reduced motion it jumps', async ({
  browser,
  city,
}) => {
  const api = new Api(city.url);
  const { driver, booking } = await booked(api, { status: 'accepted' });
  const opened = async (page: Page) => {
    await page.goto(`/?tab=bookings&booking=${booking.id}`);
    const slide = page.getByRole('dialog').getByRole('button', { name: 'Start Ride & Track Location' });
    await expect(slide).toBeEnabled();
    await slide.scrollIntoViewIfNeeded();
    const box = await slide.boundingBox();
    if (!box) throw new Error('the slide is not shown');
    const from = { x: box.x + 30, y: box.y + box.height / 2 };
    return { slide, from, finger: await Finger.on(page) };
  };
  const ofThumb = await placesOf({ browser, url: city.url, who: driver }, async (page) => {
    const { slide, from, finger } = await opened(page);
    await finger.pull({ from, to: { x: from.x + 100, y: from.y } });
    return placesDuring(slide.locator('[data-thumb]'), () => finger.lift());
  });
  expect(ofThumb.reduced).toBe(1);
  expect(ofThumb.full).toBeGreaterThan(1);
});
