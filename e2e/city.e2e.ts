import { setAvailability } from '@boli/shared/drivers/drivers.endpoints';
import { createRide, listRides } from '@boli/shared/rides/rides.endpoints';
import { crossing, MIDDLE } from '../city/src/testing/town';
import { Api } from './support/api';
import { expectAccessible } from './support/axe';
import { dialogMap, formMap, readyMap } from './support/map';
import { signedIn } from './support/people';
import { startBoli } from './support/server';
import { expect, test } from './support/test';

test('with an installed city a ride between searched places gets its road distance without requests to other hosts', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const boli = await startBoli({}, true);
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
    const map = formMap(page);
    await readyMap(map);
    const attribution = map.getByText(/data of 1\b/);
    await expect(attribution).toBeInViewport({ ratio: 1 });
    // The attribution stays visible while the form is longer than the page.
    const later = dialog.getByRole('switch', { name: 'Schedule for later' });
    await later.press('Space');
    await expect(dialog.getByLabel('Date and time')).toBeVisible();
    await expect(attribution).toBeInViewport({ ratio: 1 });
    await later.press('Space');

    // The pickup is typed with two mistakes, and Enter chooses the first row.
    const pickup = dialog.getByRole('combobox', { name: 'Pickup Location' });
    await pickup.click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('cvil hosptal');
    await expect(page.getByRole('option', { name: /Civil Hospital/ })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(pickup).toHaveValue('Civil Hospital, Model Town, Rampur');
    // The drop is typed in Devanagari, and a click chooses its row.
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

    // The request's card shows kilometres and minutes; its quote shows how many minutes away the driver is.
    await page.goto('/');
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
    await expect(page.getByText(/^[\d.]+ km · \d+ min$/).first()).toBeVisible();
    await readyMap(page.locator('body'));

    // In the next form an empty field offers both places; one is saved by keyboard, and is then offered as Home.
    await page.goto('/');
    await page.getByRole('button', { name: 'New Ride Request' }).click();
    await pickup.fill('');
    const options = page.getByRole('option');
    await expect(options).toHaveText([/^Sector 17/, /^Civil Hospital/, /^Choose on the map/]);
    await page.keyboard.press('Enter');
    await expect(pickup).toHaveValue('Sector 17, Rampur');
    await dialog.getByRole('button', { name: 'Save pickup' }).press('Enter');
    await dialog.getByRole('button', { name: 'Save as Home' }).press('Enter');
    await expect(dialog.getByText('Saved as Home')).toBeVisible();
    await expectAccessible(page);
    await drop.focus();
    // The place of the pickup is not offered as the drop.
    await expect(options).toHaveText([/^Civil Hospital/, /^Choose on the map/]);
    await page.keyboard.press('ArrowDown');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(options).toHaveCount(0);
    await expect(drop).toBeVisible();
    await pickup.fill('');
    await expect(options).toHaveText([/Sector 17/, /^Civil Hospital/, /^Choose on the map/]);
    await expect(options.first()).toContainText('Home');
    expect(foreign).toEqual([]);
    expect(mapParts.length).toBeGreaterThan(0);
    expect([...new Set(mapParts)]).toEqual([206]);
  } finally {
    await boli.stop();
  }
});

test('after acceptance the customer sees the road distance and the minutes to the pickup, later to the drop', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const boli = await startBoli({}, true);
  try {
    const api = new Api(boli.url);
    const [customer, driver] = [await api.person('customer', 'Asha Verma'), await api.driver('Ravi Kumar')];
    const [from, to] = [crossing(7, 7), crossing(7, 1)];
    const body = {
      ...{ pickup_location: 'Temple Street', pickup_lat: from.lat, pickup_lng: from.lng },
      ...{ drop_location: 'Laxmi Marg', drop_lat: to.lat, drop_lng: to.lng },
    };
    const ride = await api.call(createRide, { as: customer, body });
    const booking = await api.book(customer, await api.quote(driver, ride, 140));
    const away = crossing(1, 1);
    const at = { latitude: away.lat, longitude: away.lng };
    const { page: drivers, context } = await signedIn(browser, driver, { url: boli.url, at });
    const { page: customers } = await signedIn(browser, customer, { url: boli.url });
    await drivers.goto('/');
    await customers.goto('/');
    await expect(customers.getByText('Waiting for the driver to accept')).toBeVisible();

    // By road the driver is twelve blocks, 2.4 km, from the pickup.
    await api.step(driver, booking, 'accepted');
    await expect(customers.getByText(/^Arrives in \d+ min$/)).toBeVisible();
    await expect(drivers.getByText(/^[23] km · \d+ min to the pickup$/)).toBeVisible();
    await expect(drivers.getByText('Location tracking started')).toHaveCount(0);
    await customers.getByRole('button', { name: 'Open ride' }).click();
    const details = customers.getByRole('dialog', { name: 'Booking Details' });
    await readyMap(dialogMap(customers, 'Booking Details'));
    await expect(details.getByRole('heading', { name: /^\d+ min$/ })).toBeVisible();
    await expect(details.getByText(/^here at .+ · [\d.]+ km$/)).toBeVisible();

    await context.setGeolocation({ latitude: from.lat, longitude: from.lng, accuracy: 8 });
    await drivers.getByRole('button', { name: 'Open ride' }).click();
    await drivers.getByRole('button', { name: 'Start Ride & Track Location' }).click();
    await expect(drivers.getByText('Location tracking started')).toBeVisible();
    await expect(details.getByText(/Laxmi Marg.+ · [\d.]+/).first()).toBeVisible();
    await expect(details.getByRole('heading', { name: /^\d+ min$/ })).toBeVisible();
  } finally {
    await boli.stop();
  }
});
