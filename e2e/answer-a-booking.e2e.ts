import { Api } from './support/api';
import { signedIn } from './support/people';
import { booked } from './support/stage';
import { expect, test } from './support/test';

test('a driver accepts one booking and rejects another, whose customer sees the rejection', async ({
  browser,
  city,
}) => {
  const api = new Api(city.url);
  const first = await booked(api, { status: 'pending' });
  const kabir = await api.person('customer', 'Kabir Rao');
  const second = await booked(api, { status: 'pending', people: { customer: kabir, driver: first.driver } });
  const signedInDriver = await signedIn(browser, first.driver, { url: city.url });
  const rider = await signedIn(browser, kabir, { url: city.url });
  await rider.page.goto(`/?tab=bookings&booking=${second.booking.id}`);
  await expect(rider.page.getByRole('dialog').getByText('pending', { exact: true })).toBeVisible();

  const { page } = signedInDriver;
  await page.goto('/');
  await page.getByRole('tab', { name: 'My Bookings' }).click();
  await expect(page.getByText('Manage your bookings')).toBeVisible();
  const details = page.getByRole('dialog', { name: 'Booking Details' });
  const open = async ({ booking }: typeof first) => {
    const card = page.getByRole('article', { name: `Booking ${booking.id.slice(0, 8)}` });
    await card.getByRole('button', { name: 'View Details' }).click();
    // The customer's phone number is shown only after the driver has accepted.
    await expect(details.getByText('Asha Verma').or(details.getByText('Kabir Rao')).first()).toBeVisible();
    await expect(details.getByRole('link', { name: /^Call/ })).toHaveCount(0);
  };
  await open(first);
  await expect(details.getByText('₹216.00').first()).toBeVisible();
  await details.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByText('Booking accepted').first()).toBeVisible();
  await expect(details.getByRole('button', { name: 'Start Ride & Track Location' })).toBeVisible();
  await expect(details.getByRole('link', { name: 'Call Asha Verma' })).toBeVisible();
  await page.keyboard.press('Escape');
  await open(second);
  await details.getByRole('button', { name: 'Reject' }).click();
  await expect(page.getByText('Booking rejected').first()).toBeVisible();
  for (const name of ['Accept', 'Reject', 'Cancel Booking']) {
    await expect(details.getByRole('button', { name, exact: true })).toHaveCount(0);
  }
  await expect(rider.page.getByRole('dialog').getByText('rejected', { exact: true })).toBeVisible();
});
