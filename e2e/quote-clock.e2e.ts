import { Api } from './support/api';
import { signedIn } from './support/people';
import { expect, test } from './support/test';

/** The shortest time for which a driver may let a quote hold. */
const HOLD_MS = 2 * 60_000;

test('a quote counts down on both sides even if the clock of a phone is wrong; it expires, and one press renews it', async ({
  browser,
  city,
}) => {
  test.setTimeout(HOLD_MS + 150_000);
  const api = new Api(city.url);
  const name = 'Devika Rao';
  const [driver, customer] = await Promise.all([api.driver('Ravi Kumar'), api.person('customer', name)]);
  const ride = await api.ride(customer);
  const [mine, theirs] = await Promise.all([
    signedIn(browser, customer, { url: city.url }),
    signedIn(browser, driver, { url: city.url }),
  ]);
  // The customer's phone is five minutes ahead: by its clock every quote has run out.
  await mine.page.clock.install({ time: Date.now() + 5 * 60_000 });
  await Promise.all([mine.page.goto(`/?ride=${ride.id}`), theirs.page.goto('/')]);
  const request = theirs.page.getByRole('article', { name });
  const card = mine.page.getByRole('article', { name: 'Ravi Kumar' });
  const select = card.getByRole('button', { name: 'Select This Driver' });

  await test.step('the driver chooses how long the quote holds', async () => {
    await request.getByRole('button', { name: 'Submit Quote' }).click();
    const dialog = theirs.page.getByRole('dialog', { name: 'Submit Quote' });
    await dialog.getByRole('spinbutton').fill('240');
    await dialog.getByRole('radio', { name: '2 min' }).check();
    await dialog.getByRole('button', { name: 'Submit Quote' }).click();
    await expect(theirs.page.getByText('Quote submitted successfully!')).toBeVisible();
  });

  await test.step('both sides see the time left', async () => {
    for (const seen of [card, request]) await expect(seen.getByRole('timer')).toHaveText(/(2:00|1:\d\d)/);
    await expect(select).toBeVisible();
  });

  await test.step('in the last minute the clock changes its colour, and the driver may renew the quote', async () => {
    await expect(card.getByRole('timer')).toHaveAttribute('data-phase', 'soon', { timeout: HOLD_MS });
    await expect(request.getByRole('button', { name: 'Renew' })).toBeVisible();
  });

  await test.step('at the end the quote cannot be selected, and its card disappears', async () => {
    await expect(request.getByRole('timer')).toHaveText('Expired', { timeout: HOLD_MS });
    await expect(select).toHaveCount(0);
    await expect(card).toHaveCount(0);
  });

  await test.step('one press of the driver renews the quote, with a new clock', async () => {
    await request.getByRole('button', { name: 'Renew' }).click();
    await expect(card.getByRole('timer')).toHaveText(/(2:00|1:\d\d)/);
    await expect(select).toBeVisible();
  });
});
