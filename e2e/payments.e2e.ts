import type { Page } from '@playwright/test';
import { type Account, Api } from './support/api';
import { expectAccessible } from './support/axe';
import { type Person, signedIn } from './support/people';
import { startBoli } from './support/server';
import { expect, test } from './support/test';

/** A customer with one quote of a driver, before any booking. */
async function quoted(api: Api, price = 240) {
  const driver = await api.driver('Ravi Kumar');
  const customer = await api.person('customer', 'Asha Verma');
  const ride = await api.ride(customer);
  return { driver, customer, ride, quote: await api.quote(driver, ride, price) };
}

async function bookOnScreen(rider: Person, rideId: string, method: string): Promise<void> {
  const { page } = rider;
  await page.goto(`/?ride=${rideId}`);
  await page.getByRole('button', { name: 'Select This Driver' }).click();
  const dialog = page.getByRole('dialog', { name: 'Select Payment Method' });
  await dialog.getByRole('radio', { name: method }).check();
  await dialog.getByRole('button', { name: 'Confirm Booking' }).click();
}

const modal = (page: Page) => page.getByRole('dialog', { name: 'Complete Payment' });
const details = (page: Page) => page.getByRole('dialog', { name: 'Booking Details' });
const receipt = (page: Page) => page.getByRole('dialog', { name: 'Receipt' });

async function checkOut(page: Page, outcome: string): Promise<void> {
  await modal(page).getByRole('button', { name: 'Proceed to Pay' }).click();
  const sheet = page.getByRole('dialog', { name: 'Test payment' });
  await expect(sheet.getByText('This is a test checkout. No money moves.')).toBeVisible();
  await sheet.getByRole('button', { name: outcome, exact: true }).click();
}

/** Steps a booking from Accept to the end of the ride. */
async function driveToEnd(api: Api, driver: Account, booking: { id: string }): Promise<void> {
  const target = { id: booking.id } as Parameters<Api['step']>[1];
  for (const status of ['accepted', 'in_progress', 'completed'] as const) await api.step(driver, target, status);
}

test('a customer books with a promo code and pays online; both sides have the same receipt', async ({
  browser,
  city,
}) => {
  const api = new Api(city.url);
  const { driver, customer, ride } = await quoted(api);
  const rider = await signedIn(browser, customer, { url: city.url });
  const { page } = rider;
  await page.goto(`/?ride=${ride.id}`);
  await page.getByRole('button', { name: 'Select This Driver' }).click();
  const dialog = page.getByRole('dialog', { name: 'Select Payment Method' });
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog.getByText('Please enter a promo code')).toBeVisible();
  await dialog.getByLabel('Promo code').fill('nonsense');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Invalid promo code')).toBeVisible();
  await dialog.getByLabel('Promo code').fill('save100');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Promo code applied! You saved ₹100.00')).toBeVisible();
  await expect(dialog.locator('s')).toHaveText('₹240.00');
  await expect(dialog.getByText('₹140.00')).toHaveCount(2);
  await expectAccessible(page);
  await dialog.getByRole('radio', { name: 'PhonePe' }).check();
  await page.reload();
  await expect(dialog.getByRole('radio', { name: 'PhonePe' })).toBeChecked();
  await expect(dialog.getByRole('button', { name: 'Remove promo code SAVE100' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Confirm Booking' }).click();

  await expect(modal(page).getByText('₹140.00')).toBeVisible();
  await expect(modal(page).getByRole('radio', { name: 'Online Payment' })).toBeChecked();
  await expect(modal(page).getByText('Secure payment')).toBeVisible();
  await expectAccessible(page);
  await checkOut(page, 'Pay');
  await expect(page.getByText('Payment successful!')).toBeVisible();
  await expect(modal(page)).toBeHidden();
  await expect(details(page).getByText('Paid', { exact: true })).toBeVisible();
  await expect(details(page).getByText('Online Payment')).toBeVisible();
  await expect(details(page).getByRole('button', { name: 'Pay Now' })).toHaveCount(0);

  const id = new URL(page.url()).searchParams.get('booking') ?? '';
  await driveToEnd(api, driver, { id });
  await details(page).getByRole('button', { name: 'View Receipt' }).click();
  const signedInDriver = await signedIn(browser, driver, { url: city.url });
  await signedInDriver.page.goto(`/?tab=bookings&booking=${id}&dialog=receipt`);
  for (const side of [page, signedInDriver.page]) {
    const lines = receipt(side).locator('dl > div');
    for (const [label, amount] of [
      ['Fare', '₹240.00'],
      ['Promo SAVE100, paid by Boli', '-₹100.00'],
      ['Rider paid', '₹140.00'],
      ['Driver', '₹216.00'],
      ['Platform 10%', '₹24.00'],
      ['Together', '₹140.00'],
    ] as const) {
      await expect(lines.filter({ hasText: label }).filter({ hasText: amount }).first()).toBeVisible();
    }
    await expect(receipt(side).getByText(/^pay_/)).toBeVisible();
  }
  await expectAccessible(page);
});

test('a failed or cancelled payment can be repeated; a payment still counts if its customer never returns from the checkout', async ({
  browser,
  city,
}) => {
  const api = new Api(city.url);
  const { customer, ride } = await quoted(api);
  const rider = await signedIn(browser, customer, { url: city.url });
  const { page } = rider;
  await bookOnScreen(rider, ride.id, 'Google Pay');
  await checkOut(page, 'Let the payment fail');
  await expect(page.getByText('Payment failed. Please try again.')).toBeVisible();
  await modal(page).getByRole('button', { name: 'Proceed to Pay' }).click();
  await expect(page.getByRole('dialog', { name: 'Test payment' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByText('Payment cancelled')).toBeVisible();
  await expect(modal(page).getByRole('button', { name: 'Proceed to Pay' })).toBeFocused();

  await modal(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(details(page).getByText('Pending', { exact: true }).first()).toBeVisible();
  await details(page).getByRole('button', { name: 'Pay Now' }).click();
  await modal(page).getByRole('radio', { name: 'UPI Payment' }).check();
  await checkOut(page, 'Pay but never come back');
  await expect(page.getByText('Payment successful!')).toBeVisible();
  await expect(modal(page)).toBeHidden();
  await expect(details(page).getByText('Paid', { exact: true })).toBeVisible();
});

test('a payment in one browser tab is shown in the other; a paid ride that is cancelled is refunded', async ({
  browser,
  city,
}) => {
  const api = new Api(city.url);
  const { customer, quote } = await quoted(api);
  const booking = await api.book(customer, quote, 'phonepe');
  const rider = await signedIn(browser, customer, { url: city.url });
  const other = await rider.context.newPage();
  for (const tab of [rider.page, other]) {
    await tab.goto(`/?tab=bookings&booking=${booking.id}&dialog=pay`);
    await expect(modal(tab)).toBeVisible();
  }
  await checkOut(rider.page, 'Pay');
  await expect(modal(other)).toBeHidden();
  await expect(details(other).getByText('Paid', { exact: true })).toBeVisible();

  await details(other).getByRole('button', { name: 'Cancel Booking' }).click();
  const cancel = other.getByRole('dialog', { name: 'Cancel Booking' });
  await cancel.getByRole('radio', { name: 'Change of plans' }).check();
  await cancel.getByRole('button', { name: 'Yes, Cancel' }).click();
  await expect(other.getByText('Booking cancelled successfully')).toBeVisible();
  await expect(other.getByText('Your request is open again')).toBeVisible();
  await other.goto('/?tab=bookings');
  await other.getByRole('button', { name: 'View Details' }).first().click();
  await expect(details(other).getByText('Refunded', { exact: true })).toBeVisible();
  await other.goto('/?tab=history');
  await expect(other.getByRole('tabpanel').getByText('Refunded', { exact: true })).toBeVisible();
});

test('with cash chosen in the payment dialog, the payment counts as paid once the ride is completed', async ({
  browser,
  city,
}) => {
  const api = new Api(city.url);
  const { driver, customer, quote } = await quoted(api);
  const booking = await api.book(customer, quote, 'paytm');
  const rider = await signedIn(browser, customer, { url: city.url });
  const { page } = rider;
  await page.goto(`/?tab=bookings&booking=${booking.id}&dialog=pay`);
  await modal(page).getByRole('radio', { name: 'Cash' }).check();
  await modal(page).getByRole('button', { name: 'Proceed to Pay' }).click();
  await expect(page.getByText('Cash payment selected. Pay driver after ride.')).toBeVisible();
  await expect(details(page).getByText('Cash Payment')).toBeVisible();
  await expect(details(page).getByRole('button', { name: 'Pay Now' })).toHaveCount(0);
  await driveToEnd(api, driver, booking);
  await expect(details(page).getByText('Paid', { exact: true })).toBeVisible();
  await details(page).getByRole('button', { name: 'View Receipt' }).click();
  await expect(receipt(page).getByText('Cash Payment')).toBeVisible();
  await expect(receipt(page).getByText('₹240.00').first()).toBeVisible();
});

test('direct UPI shows a QR code and the ID once the driver has accepted, and on phones a link; another method can be chosen', async ({
  browser,
  city,
}) => {
  const api = new Api(city.url);
  const { driver, customer, quote } = await quoted(api);
  const booking = await api.book(customer, quote, 'cash');
  const rider = await signedIn(browser, customer, { url: city.url });
  const { page } = rider;
  await page.goto(`/?tab=bookings&booking=${booking.id}`);
  await details(page).getByRole('button', { name: 'Change' }).click();
  const change = page.getByRole('dialog', { name: 'Change Payment Method' });
  await expect(change.getByRole('radio', { name: 'Cash Payment' })).toBeChecked();
  await change.getByRole('radio', { name: 'PhonePe' }).check();
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Payment method changed')).toBeVisible();
  await expect(details(page).getByText("You'll receive driver's UPI ID after they accept the booking")).toBeVisible();
  await expect(details(page).getByRole('img', { name: /^QR code/ })).toHaveCount(0);

  await api.step(driver, booking, 'accepted');
  const code = details(page).getByRole('img', { name: 'QR code to pay ₹240.00 to driver@upi' });
  // A phone cannot scan its own screen, so there the code is collapsed.
  const fold = details(page).getByText('Show a QR code for another phone');
  if (test.info().project.name === 'phone') {
    await expect(fold).toBeVisible();
    await expect(code).toBeHidden();
    await fold.click();
  }
  await expect(code).toBeVisible();
  const link = details(page).getByRole('link', { name: 'Open UPI app' });
  const intent = /^upi:\/\/pay\?pa=driver@upi&pn=Ravi%20Kumar&am=240\.00&cu=INR/;
  // A desktop has no payment apps and shows no link: the customer scans the QR code with a phone.
  if (test.info().project.name === 'phone') await expect(link).toHaveAttribute('href', intent);
  else await expect(link).toHaveCount(0);
  await rider.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await details(page).getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText('UPI ID copied!')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('driver@upi');
  // The press on Copy has scrolled the sheet, whose edge may now cut buttons in half: axe would report these as too small.
  await details(page).getByRole('link', { name: 'Call Ravi Kumar' }).scrollIntoViewIfNeeded();
  await expectAccessible(page);
  await details(page).getByRole('button', { name: 'Mark Payment as Completed' }).click();
  await expect(page.getByText('Payment marked as completed')).toBeVisible();
  await expect(details(page).getByText('Paid', { exact: true })).toBeVisible();
  await expect(details(page).getByRole('img', { name: /^QR code/ })).toHaveCount(0);
  await page.goto(`/?tab=bookings&booking=${booking.id}&dialog=method`);
  await expect(details(page).getByText('Paid', { exact: true })).toBeVisible();
  await expect(change).toHaveCount(0);
});

test('a customer sees before and after the booking that the driver has no UPI ID', async ({ browser, city }) => {
  const api = new Api(city.url);
  const { driver, customer } = await quoted(api);
  const longWords = 'near Chhuttani Medical Centre - Psychiatrist & De-addiction Centre, 72, Sector 17';
  const ride = await api.ride(customer, longWords, 'Inter State Bus Terminal, Himalaya Marg, Sector 17');
  const profile = new FormData();
  profile.set('upi_id', '');
  profile.set('car_model', 'White Maruti Suzuki Swift Dzire of 2019');
  const headers = { Authorization: `Bearer ${driver.token}` };
  await fetch(`${city.url}/api/driver/profile`, { method: 'PUT', headers, body: profile });
  await api.quote(driver, ride, 230);
  const rider = await signedIn(browser, customer, { url: city.url });
  const { page } = rider;
  await page.goto(`/?ride=${ride.id}`);
  await page.getByRole('button', { name: 'Select This Driver' }).click();
  const dialog = page.getByRole('dialog', { name: 'Select Payment Method' });
  await expect(dialog.getByRole('button', { name: 'Confirm Booking' })).toBeInViewport({ ratio: 1 });
  await test.step('all methods and the sentence beside them are in view at once', async () => {
    const choices = await dialog.getByRole('radio').all();
    expect(choices).toHaveLength(4);
    const sentence = dialog.getByText('This driver has no UPI ID; you can pay in cash, or choose after the ride');
    for (const shown of [...choices, sentence]) await expect(shown).toBeInViewport({ ratio: 1 });
  });
  await dialog.getByRole('radio', { name: 'Paytm' }).check();
  await expect(dialog.getByText('This driver has no UPI ID. Pay online or in cash.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Confirm Booking' }).click();
  await modal(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(details(page).getByText('This driver has no UPI ID. Pay online or in cash.')).toBeVisible();
});

test('a link to a missing ride or booking says that it cannot be loaded, and Back leads to the list', async ({
  browser,
  city,
}) => {
  const api = new Api(city.url);
  const { page } = await signedIn(browser, await api.person('customer', 'Asha Verma'), { url: city.url });
  const gone = '6f0a4a52-6f3c-4b3e-9f80-0a3f6f0d1111';
  await page.goto(`/?ride=${gone}`);
  await expect(page.getByText('Failed to load ride details')).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).last().click();
  await expect(page.getByRole('heading', { name: 'My Ride Requests' })).toBeVisible();
  await page.goto(`/?tab=bookings&booking=${gone}`);
  await expect(details(page).getByText('Failed to load ride details')).toBeVisible();
  await expectAccessible(page);
  await details(page).getByRole('button', { name: 'Back' }).last().click();
  await expect(details(page)).toBeHidden();
});

test('if the script of the payment gateway cannot be loaded, an error says so and the customer can choose cash', async ({
  browser,
  city,
}) => {
  const api = new Api(city.url);
  const { customer, quote } = await quoted(api);
  const booking = await api.book(customer, quote, 'phonepe');
  const rider = await signedIn(browser, customer, { url: city.url });
  const { page } = rider;
  await page.route('https://*.razorpay.com/**', (route) => route.abort());
  await page.route('**/api/config', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), payment_gateway: 'razorpay' } });
  });
  await page.goto(`/?tab=bookings&booking=${booking.id}&dialog=pay`);
  await modal(page).getByRole('button', { name: 'Proceed to Pay' }).click();
  await expect(page.getByText('Failed to load payment gateway. Please try again.')).toBeVisible();
  await modal(page).getByRole('radio', { name: 'Cash' }).check();
  await modal(page).getByRole('button', { name: 'Proceed to Pay' }).click();
  await expect(page.getByText('Cash payment selected. Pay driver after ride.')).toBeVisible();
});

test('without a payment gateway a UPI booking opens no payment dialog, and Pay Now offers no online payment', async ({
  browser,
}) => {
  const boli = await startBoli({ PAYMENT_GATEWAY: 'off' });
  try {
    const api = new Api(boli.url);
    const { customer, ride } = await quoted(api);
    const rider = await signedIn(browser, customer, { url: boli.url });
    const { page } = rider;
    await bookOnScreen(rider, ride.id, 'PhonePe');
    await expect(page.getByText('Booking created! Driver will accept shortly.')).toBeVisible();
    await expect(modal(page)).toHaveCount(0);
    await details(page).getByRole('button', { name: 'Pay Now' }).click();
    await expect(modal(page).getByText('Online payment is not offered here')).toBeVisible();
    await expect(modal(page).getByRole('radio', { name: 'Online Payment' })).toBeDisabled();
    await modal(page).getByRole('button', { name: 'Proceed to Pay' }).click();
    await expect(page.getByText('Please select a payment method')).toBeVisible();
    await modal(page).getByRole('radio', { name: 'UPI Payment' }).check();
    await modal(page).getByRole('button', { name: 'Proceed to Pay' }).click();
    await expect(modal(page)).toBeHidden();
    await expect(details(page).getByText('UPI', { exact: true })).toBeVisible();
  } finally {
    await boli.stop();
  }
});
