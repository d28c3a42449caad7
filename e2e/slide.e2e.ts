import { readBooking } from '@boli/shared/bookings/bookings.endpoints';
import type { Locator } from '@playwright/test';
import { Api } from './support/api';
import { signedIn } from './support/people';
import { booked } from './support/stage';
import { expect, test } from './support/test';
import { Finger } from './support/touch';

/** The pause between two taps, in ms: shorter than the time in which a button with a new action ignores taps. */
const BETWEEN_TAPS_MS = 220;
const START = 'Start Ride & Track Location';
const COMPLETE = 'Complete Ride';

async function middleOf(button: Locator): Promise<{ x: number; y: number; width: number; left: number }> {
  const box = await button.boundingBox();
  if (!box) throw new Error('the button is not shown');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, width: box.width, left: box.x };
}

test('on a phone of 320 by 640 pixels the buttons "Navigate", "I\'m here" and "Call" are fully above the slider', async ({
  browser,
  city,
}) => {
  const api = new Api(city.url);
  const { driver, booking } = await booked(api, { status: 'accepted' });
  const { page } = await signedIn(browser, driver, { url: city.url });
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`/?tab=bookings&booking=${booking.id}`);
  const details = page.getByRole('dialog', { name: 'Booking Details' });
  const slider = details.getByRole('button', { name: START });
  await expect(slider).toBeEnabled();
  for (const button of [
    details.getByRole('link', { name: /^Navigate/ }),
    details.getByRole('button', { name: /^I'm here/ }),
    details.getByRole('link', { name: /^Call/ }),
  ]) {
    const gap = async () => {
      const [above, below] = [await button.boundingBox(), await slider.boundingBox()];
      return above && below ? below.y - above.y - above.height : Number.NaN;
    };
    await expect.poll(gap).toBeGreaterThanOrEqual(8);
  }
});

test('quick taps on one spot accept a ride but do not start it; a full slide starts it, and a hold of a second completes it', async ({
  browser,
  city,
}) => {
  const api = new Api(city.url);
  const { driver, booking } = await booked(api, { status: 'pending' });
  const { page } = await signedIn(browser, driver, { url: city.url });
  const finger = await Finger.on(page);
  const status = async () => (await api.call(readBooking, { as: driver, params: { id: booking.id } })).status;
  const details = page.getByRole('dialog', { name: 'Booking Details' });
  const button = (name: string) => details.getByRole('button', { name });
  const tapThrice = async ({ x, y }: { x: number; y: number }) => {
    for (let taps = 0; taps < 3; taps += 1) {
      await finger.tap(x, y);
      await page.waitForTimeout(BETWEEN_TAPS_MS);
    }
  };
  const slide = async (name: string, part: number) => {
    await expect(button(name)).toBeEnabled();
    const { left, width, y } = await middleOf(button(name));
    const x = left + 30;
    await finger.drag({ from: { x, y }, to: { x: x + (width - 64) * part, y } });
  };

  await page.goto(`/?tab=bookings&booking=${booking.id}`);
  await expect(button('Accept')).toBeEnabled();
  await tapThrice(await middleOf(button('Accept')));
  await expect(button(START)).toBeEnabled();
  expect(await status()).toBe('accepted');

  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  const fits = (name: string) =>
    button(name).evaluate(({ scrollWidth, clientWidth, parentElement }) => [
      scrollWidth <= clientWidth,
      (parentElement?.getBoundingClientRect().right ?? 0) <= window.innerWidth,
    ]);
  await expect.poll(() => fits(START)).toEqual([true, true]);
  if (size) await page.setViewportSize(size);
  await tapThrice(await middleOf(button(START)));
  await slide(START, 0.5);
  await expect(details.getByRole('status').filter({ hasText: 'Slide, or hold for a second' })).toHaveCount(1);
  expect(await status()).toBe('accepted');
  await slide(START, 1);
  await expect(button(COMPLETE)).toBeVisible();
  await tapThrice(await middleOf(button(COMPLETE)));
  await expect(button(COMPLETE)).toBeEnabled();
  expect(await status()).toBe('in_progress');

  const { x, y } = await middleOf(button(COMPLETE));
  await finger.hold(x, y, 1_000);
  await expect(details.getByText('completed', { exact: true })).toBeVisible();
});
