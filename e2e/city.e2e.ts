import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setAvailability } from '@boli/shared/drivers/drivers.endpoints';
import { listRides } from '@boli/shared/rides/rides.endpoints';
import { cityCommand } from '../city/src/testing/run';
import { crossing, MIDDLE, townExtract } from '../city/src/testing/town';
import { Api } from './support/api';
import { expectAccessible } from './support/axe';
import { readyMap } from './support/map';
import { signedIn } from './support/people';
import { startBoli } from './support/server';
import { expect, test } from './support/test';

test('in an installed city a ride goes from a searched place to another, along the road, and nothing is asked of others', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const folder = await mkdtemp(join(tmpdir(), 'boli-e2e-city-'));
  const extract = join(folder, 'town.osm.pbf');
  await writeFile(extract, townExtract());
  expect(await cityCommand(folder, '--osm', extract).ended).toMatchObject({ code: 0 });
  // With the settings of a new installation: the public services are the defaults.
  const boli = await startBoli({ DATA_DIR: folder, GEOCODER_URL: '', TILE_URL: '' });
  try {
    const api = new Api(boli.url);
    const at = { latitude: MIDDLE.lat, longitude: MIDDLE.lng };
    const { page } = await signedIn(browser, await api.person('customer', 'Asha Verma'), { url: boli.url, at });
    const foreign: string[] = [];
    const mapParts: number[] = [];
    page.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(boli.url)) foreign.push(request.url());
    });
    page.on('response', (answer) => {
      if (answer.url().includes('/map/')) mapParts.push(answer.status());
    });
    await page.goto('/');
    await page.getByRole('button', { name: 'Create Your First Ride Request' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create Ride Request' });
    await readyMap(dialog);
    await expect(dialog.getByText('data of 1 Mar')).toBeVisible();

    // By keyboard alone: two letters wrong, the first row, Enter.
    const pickup = dialog.getByRole('combobox', { name: 'Pickup Location' });
    await pickup.click();
    await page.keyboard.type('cvil hosptal');
    await expect(page.getByRole('option', { name: /Civil Hospital/ })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(pickup).toHaveValue('Civil Hospital, Model Town, Rampur');
    // By hand, in Devanagari.
    const drop = dialog.getByRole('combobox', { name: 'Drop Location' });
    await drop.fill('सेक्टर १७');
    await page.getByRole('option', { name: /^Sector 17Rampur|^Sector 17 Rampur/ }).click();
    await expect(drop).toHaveValue('Sector 17, Rampur');
    await expect(dialog.getByText(/^[\d.]+ km · \d+ min$/)).toBeVisible();

    const sending = page.waitForRequest((request) => request.url().endsWith('/api/rides/request'));
    await dialog.getByRole('button', { name: 'Create Ride Request' }).click();
    await expect(page.getByText('Ride request created! Drivers will start submitting quotes.')).toBeVisible();
    const sent = (await sending).postDataJSON();
    expect(sent).toMatchObject({
      pickup_location: 'Civil Hospital, Model Town, Rampur',
      drop_location: 'Sector 17, Rampur',
    });
    expect(sent.drop_lat).toBeCloseTo(crossing(2, 6).lat, 5);

    // The figures go with the request, and a driver who says where it is is some minutes away.
    const card = page.getByRole('link', { name: /Civil Hospital/ });
    await expect(card.getByText(/^[\d.]+ km · \d+ min$/)).toBeVisible();
    const driver = await api.driver('Ravi Kumar');
    await api.call(setAvailability, { as: driver, body: { is_available: true, ...crossing(4, 4) } });
    const [ride] = await api.call(listRides, { as: driver });
    expect(ride?.to_pickup_source).toBe('roads');
    if (ride) await api.quote(driver, ride, 140);
    await card.click();
    const offer = page.getByRole('article', { name: 'Ravi Kumar' });
    await expect(offer.getByText(/^\d+ min away$/)).toBeVisible();
    await expect(page.getByText(/^[\d.]+ km · \d+ min$/)).toBeVisible();
    await readyMap(page.locator('body'));

    // The next time both are offered before a letter is typed; one is saved and offered as Home, by keys alone.
    await page.goto('/');
    await page.getByRole('button', { name: 'New Ride Request' }).click();
    await pickup.focus();
    const options = page.getByRole('option');
    await expect(options).toHaveText([/^Sector 17/, /^Civil Hospital/, 'Choose on the map']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(pickup).toHaveValue('Sector 17, Rampur');
    await dialog.getByRole('button', { name: 'Save this place' }).press('Enter');
    await dialog.getByRole('button', { name: 'Save as Home' }).press('Enter');
    await expect(dialog.getByText('Saved as Home')).toBeVisible();
    await expectAccessible(page);
    await drop.focus();
    await expect(options).toHaveText([/^HomeSector 17/, /^Civil Hospital/, 'Choose on the map']);
    await page.keyboard.press('ArrowDown');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(options).toHaveCount(0);
    await expect(dialog).toBeVisible();
    expect(foreign).toEqual([]);
    expect(mapParts.length).toBeGreaterThan(0);
    expect([...new Set(mapParts)]).toEqual([206]);
  } finally {
    await boli.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
