import type { Page } from '@playwright/test';
import { Api } from './support/api';
import { nameTapped } from './support/form';
import { formMap, tapMap } from './support/map';
import { signedIn } from './support/people';
import { expect, test } from './support/test';
import { here, typed } from './support/where';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Create Ride Request' });
const submitOf = (page: Page) => dialogOf(page).getByRole('button', { name: 'Create Ride Request' });

/** The time `fromNowMs` after now in the browser's time zone, as the value of a datetime-local input. */
const localTime = (page: Page, fromNowMs: number): Promise<string> =>
  page.evaluate((ahead) => {
    const at = new Date(Date.now() + ahead);
    return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  }, fromNowMs);

/** Submits the form and returns the body of the HTTP request. */
async function post(page: Page): Promise<Record<string, unknown>> {
  const sending = page.waitForRequest((request) => request.url().endsWith('/api/rides/request'));
  await submitOf(page).click();
  await expect(page.getByText('Ride request created! Drivers will start submitting quotes.')).toBeVisible();
  return (await sending).postDataJSON();
}

test('a customer posts a first ride by two taps on the map; the page then waits for quotes', async ({
  browser,
  city,
}) => {
  const api = new Api(city.url);
  const { page } = await signedIn(browser, await api.person('customer', 'Asha Verma'), { url: city.url });
  await page.goto('/');
  await expect(page.getByText('Find the best ride for your journey')).toBeVisible();
  await page.getByRole('button', { name: 'Create Your First Ride Request' }).click();
  const dialog = dialogOf(page);
  const map = formMap(page);
  // The form opens with the pickup at the position of the device.
  await expect(map.getByRole('img', { name: 'Pickup', exact: true })).toBeVisible();
  await expect(dialog.getByText('Tap the map to choose the drop')).toBeVisible();
  await expect(submitOf(page)).toBeDisabled();
  await expect(dialog.getByText('Please select both pickup and drop locations on the map')).toBeVisible();
  await dialog.getByRole('button', { name: 'Pick pickup on map' }).click();
  await expect(dialog.getByText('Tap the map to choose the pickup')).toBeVisible();
  await tapMap(map, 0.4, 0.4);
  await expect(dialog.getByText('Tap the map to choose the drop')).toBeVisible();
  await expect(submitOf(page)).toBeDisabled();
  await tapMap(map, 0.7, 0.3);
  await expect(map.getByRole('img', { name: 'Drop', exact: true })).toBeVisible();
  const { pickup, drop } = await nameTapped(dialog);
  const sent = await post(page);
  expect([sent.pickup_location, sent.drop_location, sent.is_scheduled]).toEqual([pickup, drop, false]);
  await expect(page.getByText('No quotes yet. Drivers will start submitting quotes soon...')).toBeVisible({
    timeout: 1_000,
  });
  await expect(dialog).toHaveCount(0);
  expect(new URL(page.url()).search).toMatch(/^\?ride=/);
  await page.getByRole('button', { name: 'Back' }).first().click();
  const card = page.getByRole('link', { name: pickup });
  await expect(card.getByText('open', { exact: true })).toBeVisible();
  await card.click();
  await page.getByRole('button', { name: 'Cancel Request' }).click();
  await expect(page.getByText('Ride request cancelled')).toBeVisible();
});

test('a customer uses the device position and typed coordinates; the entered values remain after the dialog closes', async ({
  browser,
  city,
}) => {
  const api = new Api(city.url);
  const { page } = await signedIn(browser, await api.person('customer', 'Asha Verma'), { url: city.url });
  const { latitude, longitude } = here.standing;
  await page.goto('/?dialog=create-ride');
  const dialog = dialogOf(page);
  await expect(page.getByText('Location detected successfully!')).toBeVisible();
  await expect(formMap(page).getByRole('img', { name: 'You are here' })).toBeAttached();
  await dialog.getByRole('button', { name: 'Use current location as pickup' }).click();
  await expect(page.getByText('Pickup set to current location')).toBeVisible();
  await expect(dialog.getByLabel('Pickup Location')).toHaveValue(here.standingWords);
  await dialog.getByLabel('Drop Location').fill(typed(here.drop));
  await expect(submitOf(page)).toBeEnabled();
  await dialog.getByLabel('Drop Location').fill('Hauz Khas Village');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await page.goto('/?dialog=create-ride');
  await expect(dialog.getByLabel('Drop Location')).toHaveValue('Hauz Khas Village');
  const sent = await post(page);
  expect([sent.pickup_lat, sent.pickup_lng]).toEqual([latitude, longitude]);
  expect([sent.drop_lat, sent.drop_lng, sent.drop_location]).toEqual([
    here.drop.lat,
    here.drop.lng,
    'Hauz Khas Village',
  ]);
});

test('a ride scheduled for tomorrow shows its time; a ride less than 30 minutes ahead is refused with the reason', async ({
  browser,
  city,
}) => {
  const api = new Api(city.url);
  const { page } = await signedIn(browser, await api.person('customer', 'Asha Verma'), { url: city.url });
  await page.goto('/?dialog=create-ride');
  const dialog = dialogOf(page);
  await dialog.getByLabel('Pickup Location').fill(typed(here.pickup));
  await dialog.getByLabel('Drop Location').fill(typed(here.drop));
  // On a phone the list of places covers the switch.
  await dialog.getByLabel('Drop Location').blur();
  await dialog.getByRole('switch', { name: 'Schedule for later' }).press('Space');
  const field = dialog.getByLabel('Date and time');
  const hint = dialog.getByText('Rides must be scheduled at least 30 minutes in advance');
  await expect(hint).toBeVisible();
  await submitOf(page).click();
  await expect(dialog.getByText('Please choose a date and time')).toBeVisible();
  await field.fill(await localTime(page, 10 * 60_000));
  await submitOf(page).click();
  await expect(hint).toHaveCount(2);
  await expect(field).toBeFocused();
  const tomorrow = await localTime(page, 24 * 3_600_000);
  await field.fill(tomorrow);
  const sent = await post(page);
  const at = await page.evaluate((text) => new Date(text).toISOString(), tomorrow);
  expect([sent.is_scheduled, sent.scheduled_time]).toEqual([true, at]);
  await expect(page.locator(`time[datetime="${at}"]`).first()).toBeVisible();
  await page.goto('/');
  const card = page.getByRole('link', { name: String(here.pickup.lat) });
  await expect(card).toContainText(new RegExp(`${Number(tomorrow.slice(8, 10))}.*${tomorrow.slice(14, 16)}`));
});
