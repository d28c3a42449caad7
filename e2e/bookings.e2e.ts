import { Api } from './support/api';
import { signedIn } from './support/people';
import { expect, test } from './support/test';

test('a customer cancels with a reason of their own, and the driver hears it', async ({ browser, boli }) => {
  const api = new Api(boli.url);
  const driver = await api.driver('Ravi Kumar');
  const customer = await api.person('customer', 'Asha Verma');
  const booking = await api.book(customer, await api.quote(driver, await api.ride(customer), 240));
  await api.step(driver, booking, 'accepted');
  const rider = await signedIn(browser, customer, { url: boli.url });
  const wheel = await signedIn(browser, driver, { url: boli.url });
  await wheel.page.goto('/?tab=bookings');
  await expect(wheel.page.getByText('accepted', { exact: true }).first()).toBeVisible();

  await rider.page.goto(`/?tab=bookings&booking=${booking.id}`);
  await rider.page.getByRole('button', { name: 'Cancel Booking' }).click();
  const dialog = rider.page.getByRole('dialog', { name: 'Cancel Booking' });
  await expect(dialog.getByText('Found another cab')).toBeVisible();
  await expect(dialog.getByText('Frequent cancellations may affect your account standing.')).toBeVisible();
  await dialog.getByRole('radio', { name: 'Other', exact: true }).check();
  await dialog.getByRole('textbox').fill('My train is late');
  await dialog.getByRole('button', { name: 'Yes, Cancel' }).click();
  await expect(rider.page.getByText('Booking cancelled successfully')).toBeVisible();
  await expect(rider.page.getByRole('dialog')).toHaveCount(0);
  await expect(wheel.page.getByText('cancelled', { exact: true }).first()).toBeVisible();
  await wheel.page.getByRole('button', { name: 'View Details' }).first().click();
  await expect(wheel.page.getByText('My train is late')).toBeVisible();
});

test('the UPI ID reaches the customer once the driver has accepted, and a direct payment is marked', async ({
  browser,
  boli,
}) => {
  const api = new Api(boli.url);
  const driver = await api.driver('Ravi Kumar');
  const customer = await api.person('customer', 'Asha Verma');
  const booking = await api.book(customer, await api.quote(driver, await api.ride(customer), 240), 'phonepe');
  const rider = await signedIn(browser, customer, { url: boli.url });
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
