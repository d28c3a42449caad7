import { nameTapped } from './support/form';
import { onPage } from './support/journeys-in';
import { formMap, tapMap } from './support/map';
import { createProfile, register } from './support/people';
import { callsOf, chooseServer, emit, inShell, lastCallOf, makeProjects, SHELL_ORIGIN } from './support/shell';
import { expect, test } from './support/test';
import { awayBy } from './support/where';

test.beforeAll(() => makeProjects());

test('the shell asks for the address of its server, says why an address is refused, and remembers a valid one', async ({
  browser,
  city,
}) => {
  const { page } = await inShell(browser, { name: 'Asha Verma' });
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Which server?' })).toBeVisible();
  const field = page.getByLabel('Address of the server');
  const connect = page.getByRole('button', { name: 'Connect' });
  for (const [typed, said] of [
    ['nonsense', 'Please enter an address such as boli.example.org'],
    ['http://boli.example.org', 'Please enter an address such as boli.example.org'],
    ['http://127.0.0.1:9', 'No answer from 127.0.0.1:9. Check the address and your connection.'],
    [SHELL_ORIGIN, 'localhost is not a Boli server'],
  ] as const) {
    await field.fill(typed);
    await connect.click();
    await expect(page.getByText(said)).toBeVisible();
  }
  await field.fill(`${city.url}/auth`);
  await connect.click();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  expect(await callsOf(page, 'SplashScreen.hide')).toHaveLength(1);
  await page.reload();
  await expect(page.getByText(`Server: ${new URL(city.url).host}`)).toBeVisible();
  await page.getByRole('button', { name: 'Change server' }).click();
  await expect(page.getByRole('heading', { name: 'Which server?' })).toBeVisible();
});

test('in two shells a ride is posted, booked, driven, tracked also while the app is offline, and paid', async ({
  browser,
  boli,
}) => {
  test.setTimeout(300_000);
  const customer = await inShell(browser, { name: 'Asha Verma' });
  const driver = await inShell(browser, { name: 'Ravi Kumar', at: awayBy(0.0054, 0.001) });
  const missing: string[] = [];
  for (const { page } of [customer, driver])
    page.on('response', (answer) => {
      if (answer.url().startsWith(SHELL_ORIGIN) && !answer.ok()) missing.push(answer.url());
    });
  await chooseServer(driver, boli.url);
  await register(driver, 'driver');
  await createProfile(driver, 'Maruti Suzuki Dzire');
  await chooseServer(customer, boli.url);
  await register(customer, 'customer');
  const customerDetails = customer.page.getByRole('dialog', { name: 'Booking Details' });
  const service = () => lastCallOf(driver.page, 'BackgroundGeolocation');
  const driverDetails = driver.page.getByRole('dialog', { name: 'Booking Details' });

  await test.step('the customer posts a ride on the map', async () => {
    const { page } = customer;
    await page.getByRole('button', { name: 'Create Your First Ride Request' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create Ride Request' });
    await dialog.getByRole('button', { name: 'Pick pickup on map' }).click();
    await tapMap(formMap(page), 0.4, 0.4);
    await dialog.getByRole('button', { name: 'Pick drop on map' }).click();
    await tapMap(formMap(page), 0.7, 0.3);
    await nameTapped(dialog);
    await dialog.getByRole('button', { name: 'Create Ride Request' }).click();
    await expect(page.getByText('Ride request created! Drivers will start submitting quotes.')).toBeVisible();
  });

  await test.step("the driver quotes; the customer sees the driver's uploaded photo, and books", async () => {
    await driver.page.getByRole('button', { name: 'Submit Quote' }).first().click();
    const quote = driver.page.getByRole('dialog');
    await quote.getByRole('spinbutton').fill('240');
    await quote.getByRole('button', { name: 'Submit Quote' }).click();
    await expect(driver.page.getByText('Quote submitted successfully!')).toBeVisible();
    const { page } = customer;
    const photo = page.locator(`img[src^="${boli.url}/api/files/"]`).first();
    await expect.poll(() => photo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1);
    await page.getByRole('button', { name: 'Select This Driver' }).click();
    const dialog = page.getByRole('dialog', { name: 'Select Payment Method' });
    await dialog.getByRole('radio', { name: 'PhonePe' }).check();
    await dialog.getByRole('button', { name: 'Confirm Booking' }).click();
    await expect(customerDetails).toBeVisible();
  });

  await test.step('the driver accepts and starts; the customer sees the car move', async () => {
    const { page } = driver;
    await page.getByRole('tab', { name: 'My Bookings' }).click();
    await page.getByRole('button', { name: 'View Details' }).first().click();
    await driverDetails.getByRole('button', { name: 'Accept' }).click();
    await driverDetails.getByRole('button', { name: 'Start Ride & Track Location' }).click();
    await expect(page.getByText('Location tracking started')).toBeVisible();
    await expect(customerDetails.getByText('in progress', { exact: true }).first()).toBeVisible();
    const to = { latitude: driver.at.latitude - 0.0008, longitude: driver.at.longitude };
    await driver.context.setGeolocation({ ...to, accuracy: 5 });
    await expect(customer.page.locator('[data-marker=driver]')).toHaveAttribute('data-lat', to.latitude.toFixed(4));
  });

  await test.step("while the app is offline, a position that the phone's service posts moves the car on the customer's map", async () => {
    await expect.poll(service).toBe('BackgroundGeolocation.start');
    const [start] = (await callsOf(driver.page, 'BackgroundGeolocation.start')).slice(-1);
    const url = String(start?.url);
    expect(url).toMatch(new RegExp(`^${boli.url}/api/bookings/[\\w-]+/positions$`));
    const backgroundTitle = expect.stringMatching(onPage('Your position is shared', 'whole'));
    expect(start).toMatchObject({ backgroundTitle, requestPermissions: true });
    await driver.context.setOffline(true);
    const at = { latitude: driver.at.latitude - 0.0016, longitude: driver.at.longitude };
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(start?.headers as Record<string, string>) },
      body: JSON.stringify({
        ...{ ...at, accuracy: 5, altitude: null, altitudeAccuracy: null, simulated: false, bearing: null, speed: 9 },
        ...{ time: Date.now(), source: 'native' },
      }),
    });
    expect(await answer.json()).toMatchObject({ success: true });
    await expect(customer.page.locator('[data-marker=driver]')).toHaveAttribute('data-lat', at.latitude.toFixed(4));
    await driver.context.setOffline(false);
  });

  await test.step('the driver completes the ride, which ends the sharing; the customer pays', async () => {
    await driverDetails.getByRole('button', { name: 'Complete Ride' }).click();
    await expect(driverDetails.getByText('completed', { exact: true }).first()).toBeVisible();
    await expect.poll(service).toBe('BackgroundGeolocation.stop');
    const { page } = customer;
    await page
      .getByRole('dialog', { name: 'Complete Payment' })
      .getByRole('button', { name: 'Proceed to Pay' })
      .click();
    await page.getByRole('dialog', { name: 'Test payment' }).getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(customerDetails.getByText('Paid', { exact: true }).first()).toBeVisible();
  });
  expect(missing).toEqual([]);
});

test('a tel: link is passed to the phone, a boli: link opens the tab that it names, and the Back button closes a dialog, goes back, then minimizes the app', async ({
  browser,
  city,
}) => {
  const who = await inShell(browser, { name: 'Asha Verma' });
  const { page } = who;
  await chooseServer(who, city.url);
  await register(who, 'customer');
  await page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<a id="outside" href="tel:+911234">Call</a>');
    document.getElementById('outside')?.click();
  });
  expect(await callsOf(page, 'AppLauncher.openUrl')).toEqual([{ url: 'tel:+911234' }]);

  await page.getByRole('button', { name: 'Create Your First Ride Request' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Ride Request' });
  await expect(dialog).toBeVisible();
  await emit(page, 'backButton');
  await expect(dialog).toBeHidden();
  await emit(page, 'appUrlOpen', { url: 'boli://open?tab=favorites' });
  await expect(page.getByRole('tab', { name: 'Favorite Drivers' })).toHaveAttribute('aria-selected', 'true');
  await emit(page, 'backButton');
  await expect(page.getByRole('tab', { name: 'My Rides' })).toHaveAttribute('aria-selected', 'true');
  expect(await callsOf(page, 'App.minimizeApp')).toEqual([]);
  await expect(async () => {
    await emit(page, 'backButton');
    expect(await callsOf(page, 'App.minimizeApp')).not.toEqual([]);
  }).toPass();
});
