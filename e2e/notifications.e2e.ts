import { createRide } from '@boli/shared/rides/rides.endpoints';
import { Api } from './support/api';
import { expectAccessible } from './support/axe';
import { signedIn } from './support/people';
import { expect, test } from './support/test';
import { endsOf, here } from './support/where';

test('missed events are in the inbox, later ones appear live, and a notification opens its ride', async ({
  browser,
  city,
}) => {
  test.setTimeout(180_000);
  const api = new Api(city.url);
  const [asha, ravi] = await Promise.all([api.person('customer', 'Asha Verma'), api.driver('Ravi Kumar')]);
  const ride = await api.ride(asha);
  const booking = await api.book(asha, await api.quote(ravi, ride, 240));
  await api.step(ravi, booking, 'accepted');
  const customer = await signedIn(browser, asha, { url: city.url });
  const { page } = customer;
  const dialog = page.getByRole('dialog', { name: 'Notifications' });

  await test.step('two notifications are unread', async () => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Notifications, 2 unread' }).click();
    await expect(
      dialog.getByText('Ravi Kumar accepted your booking from Connaught Place to Hauz Khas Village'),
    ).toBeVisible();
    await expect(dialog.getByText('Ravi Kumar offers ₹240.00 for Connaught Place to Hauz Khas Village')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('another notification arrives while the inbox is open', async () => {
    await api.cancel(ravi, booking, 'A flat tyre');
    const sentence = 'Ravi Kumar cancelled the ride from Connaught Place to Hauz Khas Village: A flat tyre';
    await expect(dialog.getByText(sentence)).toBeVisible();
    await expect(dialog.getByText('Unread')).toHaveCount(3);
  });

  await test.step('a notification opens its ride and becomes read', async () => {
    await dialog.getByRole('button', { name: /Booking cancelled/ }).click();
    await expect(page.getByRole('dialog', { name: 'Booking Details' })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`booking=${booking.id}`));
    await page
      .getByRole('dialog', { name: 'Booking Details' })
      .getByRole('button', { name: /^(Back|Close)$/ })
      .click();
    await page.getByRole('button', { name: 'Notifications, 2 unread' }).click();
    await dialog.getByRole('button', { name: 'Mark all as read' }).click();
    await expect(dialog.getByText('Unread')).toHaveCount(0);
    await dialog.getByRole('button', { name: /New quote/ }).click();
    await expect(page.getByRole('heading', { name: 'Available Quotes' })).toBeVisible();
    await page.reload();
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
  });
  await customer.context.close();
});

test('a planned ride shows its time everywhere, and can be started early after a confirmation', async ({
  browser,
  city,
}) => {
  test.setTimeout(180_000);
  const api = new Api(city.url);
  const [asha, ravi] = await Promise.all([api.person('customer', 'Asha Verma'), api.driver('Ravi Kumar')]);
  const at = new Date(Date.now() + 24 * 3_600_000);
  const planned = await api.call(createRide, {
    as: asha,
    body: {
      pickup_location: 'Connaught Place',
      drop_location: 'Hauz Khas Village',
      ...endsOf(here.pickup, here.drop),
      is_scheduled: true,
      scheduled_time: at.toISOString(),
    },
  });
  const customer = await signedIn(browser, asha, { url: city.url });
  const driver = await signedIn(browser, ravi, { url: city.url });
  const time = `time[datetime="${at.toISOString()}"]`;

  await driver.page.goto('/');
  await driver.page.getByRole('button', { name: 'Submit Quote' }).first().click();
  await expect(driver.page.getByRole('dialog').locator(time)).toBeVisible();
  const words = (await driver.page.getByRole('dialog').locator(time).textContent()) ?? '';
  await driver.page.getByRole('button', { name: 'Cancel' }).click();
  await expect(driver.page.getByText(words).first()).toBeVisible();
  const booking = await api.book(asha, await api.quote(ravi, planned, 240));

  await test.step('the driver is notified of the booking once', async () => {
    await expect(driver.page.getByText('New booking')).toHaveCount(1);
    await expect(driver.page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible();
  });
  await api.step(ravi, booking, 'accepted');

  await test.step('both sides see the time on the pinned card, the booking and its details', async () => {
    for (const { page } of [customer, driver]) {
      await page.goto('/');
      await expect(page.locator(time).first()).toBeVisible();
      await page.goto('/?tab=bookings');
      await expect(page.getByText(words)).toBeVisible();
      await page.goto(`/?tab=bookings&booking=${booking.id}`);
      await expect(page.getByRole('dialog').getByText(words).first()).toBeVisible();
    }
    await customer.page.goto(`/?ride=${planned.id}`);
    await expect(customer.page.locator(time).first()).toBeVisible();
  });

  await test.step('an early start needs one confirmation', async () => {
    const { page } = driver;
    await page.getByRole('button', { name: 'Start Ride & Track Location' }).click();
    await expect(page.getByText(`This ride is planned for ${words}. Start now?`)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Start now' }).click();
    await expect(page.getByText('Booking in progress').first()).toBeVisible();
    await page.getByRole('button', { name: 'Complete Ride' }).click();
    await expect(page.getByText('Booking completed').first()).toBeVisible();
  });

  await test.step('the customer is asked to rate the ride', async () => {
    const { page } = customer;
    await page.goto('/');
    await page.getByRole('button', { name: /Notifications, \d unread/ }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Your ride is complete/ })
      .click();
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Rate This Ride' })).toBeVisible();
  });
  await Promise.all([customer, driver].map((who) => who.context.close()));
});
