import { nameTapped } from './support/form';
import { formMap, tapMap } from './support/map';
import { createProfile, person, register } from './support/people';
import { expect, test } from './support/test';
import { awayBy } from './support/where';

/** Prices that are used nowhere else, so that finding one of them on the wrong phone proves a leak. */
const PRICE_A = '237.41';
const PRICE_B = '251.63';

test('a ride is posted, quoted, booked, driven and completed on three phones without a reload', async ({
  browser,
  boli,
}) => {
  test.setTimeout(300_000);
  const customer = await person(browser, { name: 'Asha Verma', url: boli.url });
  const driverA = await person(browser, {
    name: 'Ravi Kumar',
    url: boli.url,
    at: awayBy(0.0054, 0.001),
  });
  const driverB = await person(browser, {
    name: 'Sunita Yadav',
    url: boli.url,
    at: awayBy(-0.0036, 0.0041),
  });
  const everybody = [customer, driverA, driverB];
  let pickup = '';

  await register(driverA, 'driver');
  await createProfile(driverA, 'Maruti Suzuki Dzire');
  await register(driverB, 'driver');
  await createProfile(driverB, 'Hyundai Aura');
  for (const driver of [driverA, driverB]) {
    await expect(driver.page.getByText('No ride requests available at the moment')).toBeVisible();
  }
  await register(customer, 'customer');
  await expect(customer.page.getByRole('heading', { name: 'Welcome, Asha Verma' })).toBeVisible();
  await expect(customer.page.getByText('No ride requests yet')).toBeVisible();

  await test.step('the customer posts a ride on the map', async () => {
    const { page } = customer;
    await page.getByRole('button', { name: 'Create Your First Ride Request' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create Ride Request' });
    const submit = dialog.getByRole('button', { name: 'Create Ride Request' });
    await expect(submit).toBeDisabled();
    await dialog.getByRole('button', { name: 'Pick pickup on map' }).click();
    await tapMap(formMap(page), 0.4, 0.4);
    await expect(dialog.getByLabel('Pickup Location')).not.toHaveValue('');
    await dialog.getByRole('button', { name: 'Pick drop on map' }).click();
    await tapMap(formMap(page), 0.7, 0.3);
    pickup = (await nameTapped(dialog)).pickup;
    await submit.click();
    await expect(page.getByText('Ride request created! Drivers will start submitting quotes.')).toBeVisible();
  });

  await test.step('both drivers see the request appear, and each sends a quote', async () => {
    for (const [driver, price] of [
      [driverA, PRICE_A],
      [driverB, PRICE_B],
    ] as const) {
      const { page } = driver;
      await expect(page.getByRole('article', { name: 'Asha Verma' }).getByText(pickup)).toBeVisible();
      await expect(page.getByText('Asha Verma')).toBeVisible();
      await page.getByRole('button', { name: 'Submit Quote' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('spinbutton').fill(price);
      await expect(dialog.getByText('Platform fee (10%)')).toBeVisible();
      await dialog.getByRole('button', { name: 'Submit Quote' }).click();
      await expect(page.getByText('Quote submitted successfully!')).toBeVisible();
      await expect(dialog).toBeHidden();
    }
  });

  await test.step('the customer sees the quotes arrive, lowest price first, and books the first', async () => {
    const { page } = customer;
    const cards = page.getByRole('button', { name: 'Select This Driver' });
    await expect(cards).toHaveCount(2);
    const prices = await page.getByText(/₹2(37\.41|51\.63)/).allTextContents();
    expect(prices.join(' ')).toContain(PRICE_A);
    await expect(page.getByText('Ravi Kumar').first()).toBeVisible();
    await cards.first().click();
    const dialog = page.getByRole('dialog', { name: 'Select Payment Method' });
    await expect(dialog.getByText('Ravi Kumar')).toBeVisible();
    await expect(dialog.getByRole('radio', { name: 'Cash Payment' })).toBeChecked();
    await dialog.getByRole('button', { name: 'Confirm Booking' }).click();
    await expect(page.getByText('Booking created! Driver will accept shortly.')).toBeVisible();
  });

  await test.step('driver A accepts and starts; driver B sees the request close', async () => {
    await expect(driverB.page.getByText('No ride requests available at the moment')).toBeVisible();
    const { page } = driverA;
    await page.getByRole('tab', { name: 'My Bookings' }).click();
    await expect(page.getByText('pending', { exact: true }).first()).toBeVisible();
    await page.getByRole('button', { name: 'View Details' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Booking Details' });
    await dialog.getByRole('button', { name: 'Accept' }).click();
    await expect(page.getByText('Booking accepted').first()).toBeVisible();
    await dialog.getByRole('button', { name: 'Start Ride & Track Location' }).click();
    // Another toast that arrives at the same time may cover this one.
    await expect(page.locator('[data-toast]').filter({ hasText: 'Location tracking started' })).toHaveCount(1);
    await expect(dialog.getByText('in progress', { exact: true }).first()).toBeVisible();
  });

  await test.step('the customer sees the car move', async () => {
    const { page } = customer;
    // Confirm Booking has opened the booking's dialog.
    const dialog = page.getByRole('dialog', { name: 'Booking Details' });
    await expect(dialog.getByText('in progress', { exact: true }).first()).toBeVisible();
    await expect(dialog.getByText('Your driver is on the way. Track location above.')).toBeVisible();
    const car = page.locator('[data-marker=driver]');
    for (const step of [1, 2, 3]) {
      // The app does not show an impossible jump, so no step is longer than a car could drive.
      const to = { latitude: driverA.at.latitude - step * 0.0008, longitude: driverA.at.longitude + step * 0.0004 };
      await driverA.context.setGeolocation({ ...to, accuracy: 5 });
      await expect(car).toHaveAttribute('data-lat', to.latitude.toFixed(4), { timeout: 20_000 });
      await expect(car).toHaveAttribute('data-lng', to.longitude.toFixed(4));
    }
  });

  await test.step('driver A completes the ride; both sides see it', async () => {
    const dialog = driverA.page.getByRole('dialog', { name: 'Booking Details' });
    await dialog.getByRole('button', { name: 'Complete Ride' }).click();
    await expect(driverA.page.getByText('Booking completed').first()).toBeVisible();
    await expect(dialog.getByText('completed', { exact: true }).first()).toBeVisible();
    await expect(customer.page.getByRole('dialog').getByText('completed', { exact: true }).first()).toBeVisible();
    await expect(customer.page.getByRole('dialog').getByText('Paid', { exact: true }).first()).toBeVisible();
  });

  await test.step('no page was reloaded, and driver B never received the price of driver A', async () => {
    for (const who of everybody) expect([who.name, who.loads()]).toEqual([who.name, 1]);
    expect(customer.received.join('\n')).toContain(PRICE_A);
    expect(driverB.received.join('\n')).not.toContain(PRICE_A);
    expect(driverA.received.join('\n')).not.toContain(PRICE_B);
    for (const secret of [PRICE_A, driverA.name]) await expect(driverB.page.getByText(secret)).toHaveCount(0);
  });
  await Promise.all(everybody.map((who) => who.context.close()));
});
