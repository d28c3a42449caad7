import type { Page } from '@playwright/test';
import { Api } from './support/api';
import { Keys } from './support/keys';
import { signedIn } from './support/people';
import { booked } from './support/stage';
import { expect, test } from './support/test';
import { here, typed } from './support/where';

const details = (page: Page) => page.getByRole('dialog', { name: 'Booking Details' });
/** The live region with this text: screen readers announce the text when they have finished what they are reading. */
const announced = (page: Page, text: string | RegExp) =>
  page.locator('[role=status], [aria-live=polite]').filter({ hasText: text }).first();
const selectedTab = (page: Page) => page.locator('[role=tab][aria-selected=true]');

test('with the keyboard alone a customer posts, books, pays and rates a ride, and a driver quotes, accepts, starts, shares and completes it', async ({
  browser,
  city,
}) => {
  test.setTimeout(240_000);
  const api = new Api(city.url);
  const [asha, ravi] = [await api.person('customer', 'Asha Keys'), await api.driver('Ravi Keys')];
  const at = { latitude: here.pickup.lat, longitude: here.pickup.lng };
  const { page } = await signedIn(browser, asha, { url: city.url });
  const { page: driverPage } = await signedIn(browser, ravi, { url: city.url, at });
  const [rider, driver] = [await Keys.on(page), await Keys.on(driverPage)];
  await page.goto('/');
  await driverPage.goto('/');

  await test.step('the customer posts a ride', async () => {
    await rider.press(page.getByRole('button', { name: 'Create Your First Ride Request' }));
    const form = page.getByRole('dialog', { name: 'Create Ride Request' });
    await rider.type(form.getByLabel('Pickup Location'), typed(here.pickup));
    await rider.type(form.getByLabel('Drop Location'), typed(here.nearDrop));
    await rider.press(form.getByRole('button', { name: 'Create Ride Request' }));
    await expect(page.getByRole('heading', { name: 'Available Quotes' })).toBeFocused();
  });

  await test.step('the driver quotes, and the quote is announced to the customer', async () => {
    await driver.press(
      driverPage.getByRole('article', { name: 'Asha Keys' }).getByRole('button', { name: 'Submit Quote' }),
    );
    const dialog = driverPage.getByRole('dialog', { name: 'Submit Quote' });
    await driver.type(dialog.getByRole('spinbutton'), '240');
    await driver.press(dialog.getByRole('button', { name: 'Submit Quote' }));
    await expect(dialog).toBeHidden();
    await expect(announced(page, /240\.00, Ravi Keys/)).toBeAttached();
  });

  await test.step('the customer books the driver, with online payment, and pays', async () => {
    await rider.press(page.getByRole('button', { name: 'Select This Driver' }));
    const dialog = page.getByRole('dialog', { name: 'Select Payment Method' });
    await rider.move(
      dialog.getByRole('radio', { name: 'Cash Payment' }),
      dialog.getByRole('radio', { name: 'PhonePe' }),
    );
    await rider.press(dialog.getByRole('button', { name: 'Confirm Booking' }));
    const payment = page.getByRole('dialog', { name: 'Complete Payment' });
    await rider.press(payment.getByRole('button', { name: 'Proceed to Pay' }));
    await rider.press(
      page.getByRole('dialog', { name: 'Test payment' }).getByRole('button', { name: 'Pay', exact: true }),
    );
    await expect(details(page).getByText('Paid', { exact: true }).first()).toBeVisible();
  });

  await test.step('the driver accepts; the arrival at the pickup is announced to the customer', async () => {
    await driver.move(selectedTab(driverPage), driverPage.getByRole('tab', { name: 'My Bookings' }));
    await driver.press(driverPage.getByRole('button', { name: 'View Details' }));
    await driver.press(details(driverPage).getByRole('button', { name: 'Accept' }));
    await expect(announced(page, 'Ravi Keys is here')).toBeAttached();
  });

  await test.step('the driver starts, shares the position and completes', async () => {
    await driver.press(details(driverPage).getByRole('button', { name: 'Start Ride & Track Location' }));
    await expect(page.locator('[data-marker=driver]')).toHaveAttribute('data-lat', here.pickup.lat.toFixed(4));
    await driver.press(details(driverPage).getByRole('button', { name: 'Complete Ride' }));
    await expect(announced(page, /completed/)).toBeAttached();
  });

  await test.step('the customer rates the ride', async () => {
    await rider.press(details(page).getByRole('button', { name: 'Rate This Ride' }));
    const dialog = page.getByRole('dialog', { name: 'Rate Your Ride' });
    await rider.move(dialog.getByRole('radio', { name: 'Poor' }), dialog.getByRole('radio', { name: 'Excellent' }));
    await rider.press(dialog.getByRole('button', { name: 'Submit Rating' }));
    await expect(
      announced(page, 'Thank you for your rating!').or(page.getByText('Thank you for your rating!')).first(),
    ).toBeVisible();
    await expect(details(page).getByRole('button', { name: 'Rate This Ride' })).toHaveCount(0);
  });
  expect([await rider.pressedByPointer(), await driver.pressedByPointer()]).toEqual([0, 0]);
});

test('with the keyboard alone an admin verifies a driver and settles a commission', async ({ browser, city }) => {
  const api = new Api(city.url);
  const admin = await api.person('admin', 'Vikram Shah');
  const customer = await api.person('customer', 'Asha Verma');
  const { booking } = await booked(api, {
    status: 'completed',
    people: { customer, driver: await api.driver('Nadia Keys') },
  });
  const { page } = await signedIn(browser, admin, { url: city.url });
  const keys = await Keys.on(page);
  await page.goto('/');
  const row = page.getByRole('row').filter({ hasText: booking.id.slice(0, 8) });
  await keys.press(row.getByRole('button', { name: 'Mark Paid', exact: true }));
  await expect(row.getByText('Paid', { exact: true })).toBeVisible();

  await keys.move(selectedTab(page), page.getByRole('tab', { name: /^Pending Verifications/ }));
  const papers = page.getByRole('article', { name: 'Nadia Keys' });
  await keys.press(papers.getByRole('button', { name: 'Vehicle: Nadia Keys' }));
  await expect(page.getByRole('dialog', { name: 'Vehicle: Nadia Keys' })).toBeVisible();
  await page.keyboard.press('Escape');
  await keys.press(papers.getByRole('button', { name: 'Approve' }));
  await expect(papers.getByText('Approved')).toBeVisible();
  expect(await keys.pressedByPointer()).toBe(0);
});
