import { Api } from './support/api';
import { signedIn } from './support/people';
import { expect, test } from './support/test';

test('the customer sees the UPI ID once the driver has accepted, and marks the direct payment as completed', async ({
  browser,
  city,
}) => {
  const api = new Api(city.url);
  const driver = await api.driver('Ravi Kumar');
  const customer = await api.person('customer', 'Asha Verma');
  const booking = await api.book(customer, await api.quote(driver, await api.ride(customer), 240), 'phonepe');
  const rider = await signedIn(browser, customer, { url: city.url });
  await rider.page.goto(`/?tab=bookings&booking=${booking.id}`);
  const dialog = rider.page.getByRole('dialog', { name: 'Booking Details' });
  await expect(dialog.getByText('pending', { exact: true }).first()).toBeVisible();
  await expect(dialog.getByText('driver@upi')).toHaveCount(0);
  await api.step(driver, booking, 'accepted');
  await expect(dialog.getByText('driver@upi')).toBeVisible();
  await dialog.getByRole('button', { name: 'Mark Payment as Completed' }).click();
  await expect(rider.page.getByText('Payment marked as completed')).toBeVisible();
  await expect(dialog.getByText('Paid', { exact: true }).first()).toBeVisible();
});
