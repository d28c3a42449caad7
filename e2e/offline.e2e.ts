import { createECDH, randomBytes } from 'node:crypto';
import { me } from '@boli/shared/auth/auth.endpoints';
import { stepBooking } from '@boli/shared/bookings/bookings.endpoints';
import { subscribe } from '@boli/shared/push/push.endpoints';
import { readTrack, sendLocation } from '@boli/shared/tracking/tracking.endpoints';
import type { Page } from '@playwright/test';
import { Api } from './support/api';
import { untilOnDevice } from './support/on-device';
import { signedIn } from './support/people';
import { booked } from './support/stage';
import { expect, test } from './support/test';
import { awayBy, here } from './support/where';

test.use({ serviceWorkers: 'allow' });

const details = (page: Page) => page.getByRole('dialog', { name: 'Booking Details' });
const age = (page: Page) => page.getByText(/Reconnecting… showing data from \d/);

/** The parts of the last known data on this device, each with its number of entries: `bookings 1`. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases();
    if (!databases.some(({ name }) => name === 'boli')) return [];
    return new Promise<string[]>((resolve, reject) => {
      const opening = indexedDB.open('boli');
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const db = opening.result;
        const all = db.transaction('last_known').objectStore('last_known').getAll();
        all.onsuccess = () => {
          db.close();
          resolve(all.result.map((one) => `${one.part} ${one.value.length}`));
        };
      };
    });
  });

test('without a network a reload shows the ride, the age of the data and the typed text; with the network the data is current again', async ({
  browser,
  boli,
}) => {
  const api = new Api(boli.url);
  const { customer, driver, booking } = await booked(api, { status: 'accepted', method: 'phonepe' });
  const { page, context } = await signedIn(browser, customer, { url: boli.url });
  await page.goto(`/?tab=bookings&booking=${booking.id}&dialog=cancel`);
  await page.getByRole('radio', { name: 'Other', exact: true }).check();
  const reason = page.getByLabel('Your reason');
  await reason.fill('My train is late');
  await untilOnDevice(page);
  await expect.poll(() => kept(page)).toContain('bookings 1');

  await context.setOffline(true);
  await page.reload();
  await expect(reason).toHaveValue('My train is late');
  await page.getByRole('button', { name: 'Keep Booking' }).click();
  await expect(details(page).getByText('Ravi Kumar').first()).toBeVisible();
  await expect(details(page).getByText('DL 1C AB 1234').first()).toBeVisible();
  await expect(age(page).first()).toBeVisible();
  for (const name of ['Pay Now', 'Cancel Booking'])
    await expect(details(page).getByRole('button', { name })).toBeDisabled();
  await expect(details(page).getByText('This works again when you are back online').first()).toBeVisible();

  await api.call(stepBooking, { as: driver, params: { id: booking.id }, query: { status: 'in_progress' } });
  await api.call(sendLocation, { as: driver, params: { id: booking.id }, body: here.pickup });
  await context.setOffline(false);
  await expect(details(page).getByText('in progress', { exact: true })).toBeVisible();
  await expect(age(page)).toHaveCount(0);
  await expect(details(page).getByRole('button', { name: 'Pay Now' })).toBeEnabled();
  await context.close();
});

for (const status of ['accepted', 'in_progress'] as const)
  test(`without a network, also after a reload, a driver's own map shows where the phone is: ${status}`, async ({
    browser,
    boli,
  }) => {
    const { driver, booking } = await booked(new Api(boli.url), { status });
    const { page, context } = await signedIn(browser, driver, { url: boli.url });
    const driveTo = async (north: number) => {
      const { latitude, longitude } = awayBy(north, 0);
      await context.setGeolocation({ latitude, longitude, accuracy: 5 });
      await expect(page.locator('[data-marker=driver]')).toHaveAttribute('data-lat', latitude.toFixed(4));
    };
    await page.goto(`/?tab=bookings&booking=${booking.id}`);
    await driveTo(0.001);
    await untilOnDevice(page);
    await context.setOffline(true);
    await expect(age(page).first()).toBeVisible();
    for (const north of [0.002, 0.003]) await driveTo(north);
    await page.reload();
    for (const north of [0.004, 0.005]) await driveTo(north);
    await context.close();
  });

test('positions that a driver recorded without a network are sent later, and signing out deletes what the device keeps', async ({
  browser,
  boli,
}) => {
  const api = new Api(boli.url);
  const { driver, booking } = await booked(api, { status: 'in_progress' });
  const { page, context } = await signedIn(browser, driver, { url: boli.url });
  await page.goto(`/?tab=bookings&booking=${booking.id}`);
  await expect(page.getByText('Location tracking started')).toBeVisible();
  await untilOnDevice(page);
  await expect.poll(() => kept(page)).toContain('bookings 1');

  await context.setOffline(true);
  await page.reload();
  await expect(details(page).getByText('in progress', { exact: true })).toBeVisible();
  await expect(age(page).first()).toBeVisible();
  // After a reload without a network Chromium may report no position before there is a new one.
  await context.setGeolocation({ ...awayBy(0.001, 0), accuracy: 5 });
  await expect(details(page).getByText('No connection: Asha Verma does not see where you are now')).toBeVisible();
  const tunnel = awayBy(0.002, 0);
  await context.setGeolocation({ ...tunnel, accuracy: 5 });
  const trail = () =>
    page.evaluate(
      () =>
        new Promise<number[]>((resolve, reject) => {
          const opening = indexedDB.open('boli');
          opening.onerror = () => reject(opening.error);
          opening.onsuccess = () => {
            const db = opening.result;
            const all = db.transaction('trail').objectStore('trail').getAll();
            all.onsuccess = () => {
              db.close();
              resolve(all.result.map(({ lat }) => lat));
            };
          };
        }),
    );
  await expect.poll(trail).toContain(tunnel.latitude);
  await context.setGeolocation({ ...awayBy(0.004, 0), accuracy: 5 });
  await context.setOffline(false);
  await expect
    .poll(async () => {
      const track = await api.call(readTrack, { as: driver, params: { id: booking.id } });
      return JSON.stringify(track).includes(String(tunnel.latitude));
    })
    .toBe(true);
  await expect.poll(trail).toEqual([]);

  await context.setOffline(true);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await expect.poll(() => page.evaluate(async () => (await indexedDB.databases()).length)).toBe(0);
  await context.close();
});

test('a sign-out without a network ends the session and its push subscription on the server once the network is back', async ({
  browser,
  boli,
}) => {
  const api = new Api(boli.url);
  const [asha, meena] = [await api.person('customer', 'Asha Verma'), await api.person('customer', 'Meena Rao')];
  const keys = {
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  };
  const body = { endpoint: 'https://fcm.googleapis.com/fcm/send/asha', keys };
  await api.call(subscribe, { as: asha, body });
  const { page, context } = await signedIn(browser, asha, { url: boli.url });
  await page.goto('/');
  await untilOnDevice(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await api.call(me, { as: asha });
  await expect(api.call(subscribe, { as: meena, body })).rejects.toThrow('409');

  await context.setOffline(false);
  await expect.poll(() => api.call(me, { as: asha }).catch(String)).toContain('401');
  await api.call(subscribe, { as: meena, body });
  await expect.poll(() => page.evaluate(() => localStorage.getItem('pending_sign_outs'))).toBeNull();
  await context.close();
});
