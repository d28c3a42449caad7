import { listQuotes } from '@boli/shared/rides/quotes.endpoints';
import { cancelRide } from '@boli/shared/rides/rides.endpoints';
import { Api } from './support/api';
import { signedIn } from './support/people';
import { rideByRoad } from './support/stage';
import { expect, test } from './support/test';
import { here } from './support/where';

test('a driver quotes for a request, changes the price and withdraws the quote; a cancelled request disappears', async ({
  browser,
  city,
}) => {
  const api = new Api(city.url);
  const name = 'Farhan Qureshi';
  const [driver, customer] = await Promise.all([api.driver('Ravi Kumar'), api.person('customer', name)]);
  const { page } = await signedIn(browser, driver, { url: city.url });
  await page.goto('/');
  await expect(page.getByRole('tab', { name: 'Available Rides' })).toHaveAttribute('aria-selected', 'true');
  const ride = await rideByRoad(api, customer);
  const card = page.getByRole('article', { name });
  const dialog = page.getByRole('dialog', { name: 'Submit Quote' });
  const open = () => card.getByRole('button', { name: 'Submit Quote' }).click();
  const submit = dialog.getByRole('button', { name: 'Submit Quote' });
  const prices = async () =>
    (await api.call(listQuotes, { as: customer, params: { id: ride.id } })).map(({ price, status }) => [price, status]);

  await test.step('a new request appears without a reload, with pickup, drop, distance and minutes', async () => {
    for (const fact of ['Connaught Place', 'Hauz Khas Village']) await expect(card).toContainText(fact);
    await expect(card.getByText(here.byRoad, { exact: true })).toBeVisible();
  });

  await test.step('the form shows the split of the price before sending', async () => {
    await open();
    await expect(dialog.getByText('Connaught Place')).toBeVisible();
    await expect(dialog.getByText('Platform fee (10%)')).toHaveCount(0);
    await dialog.getByRole('spinbutton').fill('-1');
    await submit.click();
    await expect(dialog.getByText('The price must be from 0 to 10,00,000 rupees')).toBeVisible();
    await dialog.getByRole('spinbutton').fill('255.55');
    const split = dialog.getByRole('region', { name: 'Pricing breakdown' });
    await expect(split.getByText('₹25.56')).toBeVisible();
    await expect(split.getByText('₹229.99')).toBeVisible();
    await submit.click();
    await expect(page.getByText('Quote submitted successfully!')).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(card.getByText('Your quote: ₹255.55')).toBeVisible();
    expect(await prices()).toEqual([[255.55, 'active']]);
  });

  await test.step('a new price replaces the old one; after withdrawing there is no quote', async () => {
    await open();
    await expect(dialog.getByRole('spinbutton')).toHaveValue('');
    await dialog.getByRole('spinbutton').fill('240');
    await dialog.getByRole('spinbutton').press('Enter');
    await expect(card.getByText('Your quote: ₹240.00')).toBeVisible();
    expect(await prices()).toEqual([[240, 'active']]);
    await card.getByRole('button', { name: 'Withdraw' }).click();
    await expect(page.getByText('Quote withdrawn')).toBeVisible();
    await expect(card.getByText(/^Your quote/)).toHaveCount(0);
  });

  await test.step('when the customer cancels the request, its card disappears', async () => {
    await api.call(cancelRide, { as: customer, params: { id: ride.id } });
    await expect(card).toHaveCount(0);
  });
});
