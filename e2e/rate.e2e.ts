import { Api } from './support/api';
import { signedIn } from './support/people';
import { booked } from './support/stage';
import { expect, test } from './support/test';

test('a customer rates a completed ride once, and customer and driver see the rating', async ({ browser, city }) => {
  const api = new Api(city.url);
  const { customer, driver, booking } = await booked(api, { status: 'completed' });
  const { page } = await signedIn(browser, customer, { url: city.url });
  await page.goto(`/?tab=bookings&booking=${booking.id}`);
  const details = page.getByRole('dialog', { name: 'Booking Details' });
  const dialog = page.getByRole('dialog', { name: 'Rate Your Ride' });
  const submit = dialog.getByRole('button', { name: 'Submit Rating' });

  await details.getByRole('button', { name: 'Rate This Ride' }).click();
  await expect(submit).toBeDisabled();
  for (const word of ['Poor', 'Fair', 'Good', 'Very Good', 'Excellent']) {
    await dialog.getByRole('radio', { name: word, exact: true }).check();
    await expect(dialog.getByRole('status').filter({ hasText: new RegExp(`^${word}$`) })).toBeVisible();
  }
  await dialog.getByRole('button', { name: 'Skip' }).click();
  await expect(dialog).toBeHidden();

  await details.getByRole('button', { name: 'Rate This Ride' }).click();
  await dialog.getByRole('radio', { name: 'Very Good' }).check();
  await dialog.getByLabel('Review (optional)').fill('Clean car, calm driver');
  await submit.click();
  await expect(page.getByText('Thank you for your rating!')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(details.getByRole('button', { name: 'Rate This Ride' })).toHaveCount(0);
  await page.goto('/?tab=history');
  await expect(page.getByText('Rated 4 of 5')).toBeVisible();

  const signedInDriver = await signedIn(browser, driver, { url: city.url });
  await signedInDriver.page.goto('/?tab=history');
  await expect(signedInDriver.page.getByText('Rated 4 of 5')).toBeVisible();
  const next = await api.ride(customer);
  await api.quote(driver, next, 200);
  await page.goto(`/?ride=${next.id}`);
  await expect(page.getByRole('article', { name: 'Ravi Kumar' })).toContainText('4.0');
});
