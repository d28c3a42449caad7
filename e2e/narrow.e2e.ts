import { cancelRide } from '@boli/shared/rides/rides.endpoints';
import { Api } from './support/api';
import { misfits, NARROW } from './support/fit';
import { signedIn } from './support/people';
import { expect, test } from './support/test';

test('at 320 pixels no dialog button cuts its text and nothing overflows', async ({ browser, city: boli }) => {
  const api = new Api(boli.url);
  const customer = await api.person('customer', 'Asha Verma');
  const driver = await api.driver('Ravi Kumar');
  const ride = await api.ride(customer);
  const quote = await api.quote(driver, ride, 1250.75);
  const { page } = await signedIn(browser, customer, { url: boli.url });
  await page.setViewportSize(NARROW);

  await page.goto('/?dialog=create-ride');
  await expect(page.getByRole('button', { name: 'Create Ride Request' })).toBeVisible();
  await expect.poll(() => misfits(page)).toEqual([]);

  const cancelled = await api.ride(customer);
  await api.call(cancelRide, { as: customer, params: { id: cancelled.id } });
  await page.goto(`/?ride=${cancelled.id}`);
  const card = page.locator('.boli-card').filter({ hasText: 'Nothing was charged.' });
  await expect(card.getByRole('button', { name: 'Post again with another price' })).toBeVisible();
  const margins = () =>
    card.evaluate((box) => [box.getBoundingClientRect().left, innerWidth - box.getBoundingClientRect().right]);
  for (const width of [390, NARROW.width]) {
    await page.setViewportSize({ ...NARROW, width });
    await expect.poll(margins).toEqual([16, 16]);
    await expect.poll(() => misfits(page)).toEqual([]);
  }

  await page.goto(`/?ride=${ride.id}`);
  await page.getByRole('button', { name: 'Select This Driver' }).click();
  await expect(page.getByRole('button', { name: 'Confirm Booking' })).toBeVisible();
  await expect.poll(() => misfits(page)).toEqual([]);

  const booking = await api.book(customer, quote);
  await page.goto(`/?tab=bookings&booking=${booking.id}`);
  await page.getByRole('button', { name: 'Cancel Booking' }).click();
  await expect(page.getByRole('button', { name: 'Keep Booking' })).toBeVisible();
  await expect.poll(() => misfits(page)).toEqual([]);
});

test('the price markers of four quotes on one request do not overlap on the map', async ({ browser, city: boli }) => {
  const api = new Api(boli.url);
  const customer = await api.person('customer', 'Asha Verma');
  const ride = await api.ride(customer);
  for (const [at, price] of [240, 255.5, 1250.75, 199.99].entries()) {
    await api.quote(await api.driver(`Driver ${at}`), ride, price);
  }
  const { page } = await signedIn(browser, customer, { url: boli.url });
  await page.goto(`/?ride=${ride.id}`);
  await expect(page.locator('[data-map-ready=true]')).toBeVisible({ timeout: 60_000 });
  const prices = page.getByRole('button', { name: /^Driver \d: ₹/ });
  await expect(prices).toHaveCount(4);
  const overlapping = () =>
    prices.evaluateAll((buttons) => {
      const areas = buttons.map((button) => button.getBoundingClientRect());
      return areas.flatMap((one, at) =>
        areas
          .slice(at + 1)
          .filter(
            (other) =>
              one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom,
          ),
      ).length;
    });
  await expect.poll(overlapping).toBe(0);
});

test("the keyboard focus moves to the quotes, and after Back returns to the request's card", async ({
  browser,
  city: boli,
}) => {
  const api = new Api(boli.url);
  const customer = await api.person('customer', 'Asha Verma');
  await api.ride(customer);
  const { page } = await signedIn(browser, customer, { url: boli.url });
  await page.goto('/');
  const card = page.getByRole('link', { name: /Connaught Place/ });
  await card.press('Enter');
  await expect(page.getByRole('heading', { name: 'Available Quotes' })).toBeFocused();
  await page.goBack();
  await expect(card).toBeFocused();
});
