import { Api } from './support/api';
import { signedIn } from './support/people';
import { booked } from './support/stage';
import { expect, test } from './support/test';
import { here } from './support/where';

test('customer and driver can filter their ride history, and only the driver sees earnings in it', async ({
  browser,
  city,
}) => {
  const api = new Api(city.url);
  const { customer, driver, booking } = await booked(api, { status: 'completed', method: 'phonepe' });
  const people = { customer, driver };
  const rider = await signedIn(browser, customer, { url: city.url });
  const signedInDriver = await signedIn(browser, driver, { url: city.url });
  for (const { page } of [rider, signedInDriver]) {
    await page.goto('/');
    await page.getByRole('tab', { name: 'Ride History' }).click();
    const cards = page.getByRole('tabpanel').getByRole('button');
    await expect(cards).toHaveCount(1);
    for (const fact of [
      'completed',
      'Connaught Place',
      'Hauz Khas Village',
      `${here.straightKm} km in a straight line`,
      'PhonePe',
      '₹240.00',
      'Pending',
    ])
      await expect(cards.first()).toContainText(fact);
    await page.getByRole('radio', { name: 'Cancelled' }).check();
    await expect(page.getByText('No rides here with this filter')).toBeVisible();
  }
  await expect(signedInDriver.page.getByText('You earned')).toHaveCount(0);
  const second = await booked(api, { status: 'accepted', people });
  await api.cancel(customer, second.booking, 'Change of plans');
  for (const { page } of [rider, signedInDriver]) {
    const cards = page.getByRole('tabpanel').getByRole('button');
    // The cancelled ride appears without a reload, under the chosen filter.
    await expect(cards).toHaveCount(1);
    await expect(cards.first()).toContainText('cancelled');
    await page.getByRole('radio', { name: 'All Rides' }).check();
    await expect(cards).toHaveCount(2);
    await page.getByRole('radio', { name: 'Completed' }).check();
    await expect(cards).toHaveCount(1);
  }
  await expect(signedInDriver.page.getByText('You earned ₹216.00')).toBeVisible();
  await expect(rider.page.getByText('You earned')).toHaveCount(0);
  await rider.page.getByRole('tabpanel').getByRole('button').click();
  const details = rider.page.getByRole('dialog', { name: 'Booking Details' });
  await expect(details.getByText(`Booking ${booking.id.slice(0, 8)}`)).toBeVisible();
});
