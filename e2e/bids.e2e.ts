import type { Page } from '@playwright/test';
import { Api } from './support/api';
import { formMap } from './support/map';
import { signedIn } from './support/people';
import { expect, test } from './support/test';
import { here, typed } from './support/where';

const CUSTOMER = 'Asha Verma';

/** Posts a ride from the position of the device, with a price that the customer names; returns the ride's id. */
async function post(page: Page, price: string): Promise<string> {
  await page.goto('/?dialog=create-ride');
  const dialog = page.getByRole('dialog', { name: 'Create Ride Request' });
  await expect(formMap(page).getByRole('img', { name: 'Pickup', exact: true })).toBeVisible();
  await dialog.getByLabel('Drop Location').fill(typed(here.drop));
  await dialog.getByLabel('Drop Location').blur();
  const field = dialog.getByLabel('Your price (₹)');
  await expect(field).toBeHidden();
  await dialog.getByText('Name your price').click();
  await field.fill(price);
  await dialog.getByRole('button', { name: 'Create Ride Request' }).click();
  await expect(page.getByText(/^No quotes yet/)).toBeVisible();
  return new URL(page.url()).searchParams.get('ride') ?? '';
}

test('with one press a driver quotes the price that the customer names; another driver says yes to a counter-offer and is booked', async ({
  browser,
  city,
}) => {
  test.setTimeout(180_000);
  const api = new Api(city.url);
  const [customer, ravi, sunita] = await Promise.all([
    api.person('customer', CUSTOMER),
    api.driver('Ravi Kumar'),
    api.driver('Sunita Yadav', 'Hyundai Aura'),
  ]);
  const [mine, first, second] = await Promise.all(
    [customer, ravi, sunita].map((person) => signedIn(browser, person, { url: city.url })),
  );
  if (!mine || !first || !second) throw new Error('not everybody is signed in');
  const { page } = mine;
  await Promise.all([first.page.goto('/'), second.page.goto('/?tab=history')]);
  const rideId = await post(page, '220');

  await test.step('the driver sees the price and quotes it by one press', async () => {
    const card = first.page.getByRole('article', { name: CUSTOMER });
    await expect(card.getByText('Customer asks for ₹220.00')).toBeVisible();
    await card.getByRole('button', { name: 'Accept ₹220.00' }).click();
    await expect(first.page.getByText('Quote submitted successfully!')).toBeVisible();
    await expect(card.getByText('Your quote: ₹220.00')).toBeVisible();
    await expect(card.getByRole('button', { name: 'Accept ₹220.00' })).toHaveCount(0);
    const quote = page.getByRole('article', { name: 'Ravi Kumar' });
    await expect(quote).toContainText('₹220.00');
    await expect(quote.getByRole('timer')).toHaveText(/(5:00|4:\d\d)/);
  });

  await test.step('the customer asks the second driver for another price, once', async () => {
    await api.quote(sunita, { id: rideId }, 260);
    await page.getByRole('button', { name: 'Sunita Yadav', exact: true }).click();
    await page
      .getByRole('dialog', { name: 'Sunita Yadav' })
      .getByRole('button', { name: 'Ask for another price' })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Ask Sunita for another price' });
    await dialog.getByLabel('The price you ask for (₹)').fill('260');
    await dialog.getByRole('button', { name: 'Ask for ₹260.00' }).click();
    await expect(dialog.getByText('Ask for less than the quote')).toBeVisible();
    await dialog.getByLabel('The price you ask for (₹)').fill('240');
    await dialog.getByRole('button', { name: 'Ask for ₹240.00' }).click();
    const opened = page.getByRole('dialog', { name: 'Sunita Yadav' });
    await expect(opened.getByText(/^Asked ₹240, \d+ s$/)).toBeVisible();
    await expect(opened.getByText('You have already asked for another price on this quote')).toBeVisible();
    await expect(opened.getByRole('button', { name: 'Ask for another price' })).toHaveCount(0);
  });

  await test.step('the driver sees the counter-offer on another tab, with the seconds left, and says yes', async () => {
    const prompt = second.page.getByRole('group', { name: `${CUSTOMER} asks for ₹240.00` });
    await expect(prompt.getByRole('timer')).toHaveText(/^\d+ s left$/);
    await expect(prompt.getByRole('button', { name: 'Keep ₹260.00' })).toBeVisible();
    await prompt.getByRole('button', { name: 'Yes, ₹240.00' }).click();
    await expect(second.page.getByText('Your quote is ₹240.00 now')).toBeVisible();
    await expect(prompt).toHaveCount(0);
  });

  await test.step('the customer sees the new price, and books it', async () => {
    const opened = page.getByRole('dialog', { name: 'Sunita Yadav' });
    await expect(opened.getByText('Yes to ₹240', { exact: true })).toBeVisible();
    await expect(page.getByText('Sunita Yadav said yes: ₹240.00').first()).toBeAttached();
    await opened.getByRole('button', { name: 'Select This Driver' }).click();
    const dialog = page.getByRole('dialog', { name: 'Select Payment Method' });
    await expect(dialog.getByText('₹240.00').first()).toBeVisible();
    await dialog.getByRole('button', { name: 'Confirm Booking' }).click();
    await expect(page).toHaveURL(/booking=/);
    const trip = page.getByRole('dialog', { name: 'Booking Details' });
    await expect(trip.getByText('₹240.00').first()).toBeVisible();
  });
});
