import type { Locator, Page } from '@playwright/test';
import { Api } from './support/api';
import { journeysIn } from './support/journeys-in';
import { readyMap } from './support/map';
import { person, signedIn } from './support/people';
import { areaOf, changedPixels, ownPixels } from './support/pixels';
import { booked } from './support/stage';
import { still } from './support/still';
import { expect, test } from './support/test';

/**
 * Turns on a contrast theme of the system: the browser replaces the page's colours, backgrounds and shadows by those of
 * the theme.
 */
const withTheme = async (page: Page) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  return page;
};

/** A state counts as visible if it changes more pixels than this: about as many as a 2 px line below a word has. */
const SEEN = 60;

/**
 * Moves the pointer and the focus away, so that only the state of an element makes a difference, and waits until
 * everything has stopped moving.
 */
async function leave(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await still(page);
}

/** How many pixels of a control change when it is chosen. */
async function chosenPixels(page: Page, control: Locator, isChosen: () => Promise<unknown>): Promise<number> {
  // Waits until the sheet or dialog of the control has stopped moving.
  await control.click({ trial: true });
  return changedPixels(page, await areaOf(control), async () => {
    await control.click();
    await isChosen();
    await leave(page);
  });
}

/** How many pixels in and around an element change when it gets the keyboard focus. */
const focusPixels = async (page: Page, element: Locator) =>
  changedPixels(page, await areaOf(element), async () => {
    // The browser shows a focus ring only if the last input was a key.
    await page.keyboard.press('Shift');
    await element.focus();
  });

test('in a contrast theme the selected tab, the chosen option and the focus are visible on the sign-in page', async ({
  browser,
  city,
}) => {
  const page = await withTheme((await person(browser, { name: 'Asha', url: city.url })).page);
  await page.goto('/auth');
  const register = page.getByRole('tab', { name: 'Register' });
  expect(
    await chosenPixels(page, register, () => expect(register).toHaveAttribute('aria-selected', 'true')),
  ).toBeGreaterThan(SEEN);
  const driver = page.getByRole('radio', { name: 'Driver' });
  const tile = page.locator('label').filter({ has: driver });
  expect(await chosenPixels(page, tile, () => expect(driver).toBeChecked())).toBeGreaterThan(SEEN);
  for (const element of [register, page.getByLabel('Email'), page.getByRole('button', { name: 'Create Account' })]) {
    await leave(page);
    expect(await focusPixels(page, element), String(element)).toBeGreaterThan(SEEN);
  }
});

test('in a contrast theme the selected section, a switch and a chosen segment are visible', async ({
  browser,
  city,
}) => {
  const customer = await new Api(city.url).person('customer', 'Asha Verma');
  const page = await withTheme((await signedIn(browser, customer, { url: city.url })).page);
  await page.goto('/?tab=history');
  await expect(page.getByText('No ride history yet')).toBeVisible();
  const bookings = page.getByRole('tab', { name: 'Active Bookings' });
  const isSelected = () => expect(bookings).toHaveAttribute('aria-selected', 'true');
  expect(await chosenPixels(page, bookings, isSelected)).toBeGreaterThan(SEEN);
  await leave(page);
  expect(await focusPixels(page, bookings)).toBeGreaterThan(SEEN);

  await page.goto('/?dialog=create-ride');
  // The form fills in the pickup, and what is below it moves.
  await expect(page.getByLabel('Pickup Location')).not.toHaveValue('');
  const later = page.getByRole('switch', { name: 'Schedule for later' });
  const track = page.locator('.mantine-Switch-track');
  expect(await chosenPixels(page, track, () => expect(later).toBeChecked())).toBeGreaterThan(SEEN);
  expect(await ownPixels(page, track.locator('.mantine-Switch-thumb'))).toBeGreaterThan(SEEN);

  await page.goto('/?dialog=account');
  const other = page.getByRole('radio', { name: journeysIn === 'hi' ? 'English' : 'हिन्दी' });
  const segment = page.locator('label').filter({ has: other });
  expect(await chosenPixels(page, segment, () => expect(other).toBeChecked())).toBeGreaterThan(SEEN);
});

test('in a contrast theme the slider, the pickup pin and the prices on the map are visible', async ({
  browser,
  city,
}) => {
  const api = new Api(city.url);
  const { driver, booking } = await booked(api, { status: 'accepted' });
  const driverPage = await withTheme((await signedIn(browser, driver, { url: city.url })).page);
  await driverPage.goto(`/?tab=bookings&booking=${booking.id}`);
  const slide = driverPage.getByRole('button', { name: 'Start Ride & Track Location' });
  await expect(slide).toBeEnabled();
  await leave(driverPage);
  const edge = { ...(await areaOf(slide, 0)), width: 3 };
  expect(await ownPixels(driverPage, slide.locator('[data-thumb]'))).toBeGreaterThan(1_000);
  const hide = () => slide.evaluate((node) => node.setAttribute('style', 'visibility: hidden'));
  expect(await changedPixels(driverPage, edge, hide)).toBeGreaterThan(edge.height / 2);

  const customer = await api.person('customer', 'Kabir Rao');
  const ride = await api.ride(customer);
  await api.quote(driver, ride, 240);
  const phone = await withTheme((await signedIn(browser, customer, { url: city.url })).page);
  await phone.goto(`/?ride=${ride.id}`);
  await readyMap(phone.getByRole('main'));
  const bubble = phone.getByRole('button', { name: /^Ravi Kumar: ₹/ }).first();
  const { width, height } = await areaOf(bubble, 0);
  expect(await ownPixels(phone, bubble)).toBeGreaterThan((width * height) / 2);
  expect(await ownPixels(phone, phone.locator('[data-kind=pickup]'))).toBeGreaterThan(300);
});
