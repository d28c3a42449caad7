import { Api } from './support/api';
import { signedIn } from './support/people';
import { booked } from './support/stage';
import { expect, test } from './support/test';

test('a customer cancels with a typed reason, and the driver sees it', async ({ browser, city }) => {
  const api = new Api(city.url);
  const driver = await api.driver('Ravi Kumar');
  const customer = await api.person('customer', 'Asha Verma');
  const booking = await api.book(customer, await api.quote(driver, await api.ride(customer), 240));
  await api.step(driver, booking, 'accepted');
  const rider = await signedIn(browser, customer, { url: city.url });
  const signedInDriver = await signedIn(browser, driver, { url: city.url });
  await signedInDriver.page.goto('/?tab=bookings');
  await expect(signedInDriver.page.getByText('accepted', { exact: true }).first()).toBeVisible();

  await rider.page.goto(`/?tab=bookings&booking=${booking.id}`);
  await rider.page.getByRole('button', { name: 'Cancel Booking' }).click();
  const dialog = rider.page.getByRole('dialog', { name: 'Cancel Booking' });
  await expect(dialog.getByText('Found another cab')).toBeVisible();
  await expect(dialog.getByText('Frequent cancellations may affect your account standing.')).toBeVisible();
  await dialog.getByRole('radio', { name: 'Other', exact: true }).check();
  await dialog.getByRole('button', { name: 'Yes, Cancel' }).click();
  await expect(dialog.getByText('Please select or enter a cancellation reason')).toBeVisible();
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await dialog.getByRole('textbox').fill('My train is late');
  await dialog.getByRole('button', { name: 'Yes, Cancel' }).click();
  await expect(rider.page.getByText('Booking cancelled successfully')).toBeVisible();
  await expect(rider.page.getByRole('dialog', { name: 'Booking Details' })).toHaveCount(0);
  // The driver had accepted, so the request is not open again: one press opens the form with the same places.
  await rider.page.getByRole('button', { name: 'Post again', exact: true }).click();
  const form = rider.page.getByRole('dialog', { name: 'Create Ride Request' });
  await expect(form.getByLabel('Pickup Location')).toHaveValue('Connaught Place');
  await expect(form.getByLabel('Drop Location')).toHaveValue('Hauz Khas Village');
  await expect(signedInDriver.page.getByText('cancelled', { exact: true }).first()).toBeVisible();
  await signedInDriver.page.getByRole('button', { name: 'View Details' }).first().click();
  await expect(signedInDriver.page.getByText('My train is late')).toBeVisible();
});

test('a customer who cancels before the driver accepts lands on the request, which is open again with its other quotes', async ({
  browser,
  city,
}) => {
  const api = new Api(city.url);
  const customer = await api.person('customer', 'Asha Verma');
  const ride = await api.ride(customer);
  await api.quote(await api.driver('Sunita Yadav'), ride, 260);
  const booking = await api.book(customer, await api.quote(await api.driver('Ravi Kumar'), ride, 240));
  const { page } = await signedIn(browser, customer, { url: city.url });
  await page.goto(`/?tab=bookings&booking=${booking.id}`);
  await page.getByRole('button', { name: 'Cancel Booking' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel Booking' });
  await dialog.getByRole('radio', { name: 'Driver taking too long' }).check();
  await dialog.getByRole('button', { name: 'Yes, Cancel' }).click();
  await expect(page.getByText('Your request is open again')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('article', { name: 'Sunita Yadav' }).getByRole('button', { name: 'Select This Driver' }).click();
  await expect(page.getByRole('dialog', { name: 'Select Payment Method' })).toBeVisible();
});

test('a driver closes the cancel dialog, and later cancels the running ride with a reason from the list', async ({
  browser,
  city,
}) => {
  const api = new Api(city.url);
  const { customer, driver, booking } = await booked(api, { status: 'in_progress' });
  const rider = await signedIn(browser, customer, { url: city.url });
  const { page } = await signedIn(browser, driver, { url: city.url });
  await rider.page.goto(`/?tab=bookings&booking=${booking.id}`);
  await page.goto(`/?tab=bookings&booking=${booking.id}`);
  await page.getByRole('button', { name: 'Cancel Booking' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel Booking' });
  for (const reason of [
    'Customer not responding',
    'Too far from pickup',
    'Vehicle issue',
    'Personal emergency',
    'Other',
  ]) {
    await expect(dialog.getByRole('radio', { name: reason, exact: true })).toBeAttached();
  }
  await dialog.getByRole('button', { name: 'Yes, Cancel' }).click();
  await expect(dialog.getByText('Please select or enter a cancellation reason')).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep Booking' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Cancel Booking' }).click();
  await dialog.getByRole('radio', { name: 'Vehicle issue' }).check();
  await dialog.getByRole('button', { name: 'Yes, Cancel' }).click();
  await expect(page.getByText('Booking cancelled successfully')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(rider.page.getByText('Cancelled by the driver: Vehicle issue')).toBeVisible();
});
