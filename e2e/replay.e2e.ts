import { join } from 'node:path';
import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { createRide } from '@boli/shared/rides/rides.endpoints';
import { addTrack } from '@boli/shared/tracking/tracking.endpoints';
import type { Page } from '@playwright/test';
import { crossing } from '../city/src/testing/town';
import { type Account, Api } from './support/api';
import { expectAccessible } from './support/axe';
import type { Device } from './support/devices';
import { readyMap } from './support/map';
import { phoneSize, signedIn } from './support/people';
import { startBoli } from './support/server';
import { smallTargets } from './support/targets';
import { expect, test } from './support/test';

/** The duration of the ride in seconds: 600 metres at 24 metres a second. */
const SECONDS = 25;

/** Starts a ride along Avenue 2 and Market Road and posts its whole track in advance, one position a second. */
async function ridden(api: Api, { customer, driver }: Record<'customer' | 'driver', Account>): Promise<Booking> {
  const [from, corner, to] = [crossing(1, 1), crossing(1, 3), crossing(2, 3)];
  const ride = await api.call(createRide, {
    as: customer,
    body: {
      pickup_location: 'Laxmi Marg',
      pickup_lat: from.lat,
      pickup_lng: from.lng,
      drop_location: 'Market Road',
      drop_lat: to.lat,
      drop_lng: to.lng,
    },
  });
  let booking: Booking = await api.book(customer, await api.quote(driver, ride, 240), 'cash');
  for (const step of ['accepted', 'in_progress'] as const) booking = await api.step(driver, booking, step);
  const start = Date.parse(booking.started_at ?? '');
  const points = Array.from({ length: SECONDS + 1 }, (_, second) => {
    const blocks = (second / SECONDS) * 3;
    const [a, b, part] = blocks < 2 ? [from, corner, blocks / 2] : [corner, to, blocks - 2];
    const recorded_at = new Date(start + second * 1_000).toISOString();
    return { lat: a.lat + (b.lat - a.lat) * part, lng: a.lng + (b.lng - a.lng) * part, recorded_at };
  });
  // All points are sent in advance: the server accepts points that are up to a minute ahead of its clock.
  await api.call(addTrack, { as: driver, params: { id: booking.id }, body: { points } });
  return booking;
}

const replay = (page: Page) => page.getByRole('dialog', { name: 'Trip replay' });

async function takePictures(page: Page, folder: string): Promise<void> {
  for (const [name, size] of [
    ['phone', phoneSize],
    ['desktop', { width: 1280, height: 900 }],
  ] as const) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme });
      await readyMap(replay(page));
      await page.screenshot({ path: join(folder, `replay-${name}-${colorScheme}.png`) });
    }
  }
}

/** Checks one device after the end of the ride: its open dialog of the booking is updated without a reload. */
async function replayed(page: Page, id: string): Promise<void> {
  const details = page.getByRole('dialog', { name: 'Booking Details' });
  // The driven distance appears without a reload, some seconds after the completion.
  await expect(details.getByText('Driven 0.6 km in 1 min', { exact: true })).toBeVisible({ timeout: 20_000 });
  await details.getByRole('button', { name: 'Replay trip' }).click();
  await readyMap(replay(page));
  await expect(replay(page).getByText('Along the roads')).toBeVisible();
  await expectAccessible(page);
  if (page.viewportSize()?.width === phoneSize.width) expect(await smallTargets(page)).toEqual([]);
  await playByKeys(page);
  if (process.env.PICTURES) await takePictures(page, process.env.PICTURES);
  await page.keyboard.press('Escape');
  await expect(replay(page)).toHaveCount(0);
  await expect(details).toBeVisible();

  await page.goto(`/?tab=bookings&booking=${id}&dialog=receipt`);
  const receipt = page.getByRole('dialog', { name: 'Receipt' });
  await expect(receipt.getByText('0.6 km in 1 min, along the roads')).toBeVisible();
  await page.goto('/?tab=history');
  await expect(page.getByRole('tabpanel').getByText('Driven 0.6 km in 1 min')).toBeVisible();
}

/** By keyboard only: moves the slider one step forward and to the end, then plays the trip from its start. */
async function playByKeys(page: Page): Promise<void> {
  const slider = replay(page).getByRole('slider', { name: 'Time of the trip' });
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  await expect(slider).not.toHaveValue('0');
  await page.keyboard.press('End');
  const end = (await slider.getAttribute('aria-valuetext')) ?? '';
  const [time, whole] = end.match(/\d+:\d\d/g) ?? [];
  expect([typeof time, time]).toEqual(['string', whole]);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(slider).not.toHaveAttribute('aria-valuetext', end);
  await expect(slider).toHaveAttribute('aria-valuetext', end, { timeout: 20_000 });
}

test('a ride in a city is matched to its roads: details, history and receipt show the distance, and it can be replayed', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const boli = await startBoli({}, true);
  try {
    const api = new Api(boli.url);
    const people = { customer: await api.person('customer', 'Asha Verma'), driver: await api.driver('Ravi Kumar') };
    const booking = await ridden(api, people);
    const { id } = booking;
    const on = (device: Device, account: Account) => signedIn(browser, account, { url: boli.url, device });
    // The ride takes half of the test's time, so one ride is watched on both devices of the customer.
    const pages = [(await on('phone', people.customer)).page, (await on('desktop', people.customer)).page];
    for (const page of pages) {
      await page.goto(`/?tab=bookings&booking=${id}`);
      const details = page.getByRole('dialog', { name: 'Booking Details' });
      await expect(details).toBeVisible();
      await expect(details.getByRole('button', { name: 'Replay trip' })).toHaveCount(0);
    }
    // Positions recorded after the completion would not count, so the ride is completed after the last one.
    const end = Date.parse(booking.started_at ?? '') + SECONDS * 1_000;
    await expect.poll(() => Date.now(), { timeout: 60_000 }).toBeGreaterThan(end);
    await api.step(people.driver, booking, 'completed');
    for (const page of pages) await replayed(page, id);

    const admin = await api.person('admin', 'Meera Iyer');
    const stranger = await api.person('customer', 'Kabir Khan');
    for (const device of ['phone', 'desktop'] as const) {
      for (const account of [people.driver, admin]) {
        const { page } = await on(device, account);
        await page.goto(`/?replay=${id}`);
        await expect(replay(page).getByText('Started by Ravi Kumar')).toBeVisible();
      }
      const { page } = await on(device, stranger);
      await page.goto(`/?replay=${id}`);
      await expect(replay(page).getByRole('button', { name: 'Try again' })).toBeVisible();
    }
  } finally {
    await boli.stop();
  }
});
