import { Api } from './support/api';
import { phoneSize, signedIn } from './support/people';
import { expect, test } from './support/test';

test('a broken connection is said, bridged by REST and healed without a reload', async ({ browser, boli }) => {
  test.setTimeout(180_000);
  const api = new Api(boli.url);
  const driver = await api.driver('Ravi Kumar');
  const customer = await api.person('customer', 'Asha Verma');
  const who = await signedIn(browser, driver, { url: boli.url });
  await who.page.goto('/');
  await expect(who.page.getByText('No ride requests available at the moment')).toBeVisible();

  await api.ride(customer, 'Lajpat Nagar');
  await expect(who.page.getByText('Lajpat Nagar')).toBeVisible();

  await boli.restart(async () => {
    await expect(who.page.getByText(/Reconnecting…/)).toBeVisible({ timeout: 10_000 });
    await expect(who.page.getByText('Lajpat Nagar')).toBeVisible();
    // Down a list it is seen as well.
    await who.page.setViewportSize({ width: phoneSize.width, height: 400 });
    await who.page.getByText('Lajpat Nagar').scrollIntoViewIfNeeded();
    await expect.poll(() => who.page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
    await expect(who.page.getByText(/Reconnecting…/)).toBeInViewport();
  });
  await api.ride(customer, 'Saket District Centre');
  await expect(who.page.getByText('Saket District Centre')).toBeVisible({ timeout: 20_000 });
  await expect(who.page.getByText(/Reconnecting…/)).toBeHidden({ timeout: 20_000 });

  await api.ride(customer, 'Noida Sector 18');
  await expect(who.page.getByText('Noida Sector 18')).toBeVisible({ timeout: 3_000 });
  expect(who.loads()).toBe(1);
});

test('with the socket refused the screens live on the REST intervals, and poll no more once it is back', async ({
  browser,
  boli,
}) => {
  test.setTimeout(180_000);
  const api = new Api(boli.url);
  const driver = await api.driver('Sunita Yadav');
  const customer = await api.person('customer', 'Imran Sheikh');
  const who = await signedIn(browser, driver, { url: boli.url });
  await who.page.routeWebSocket(/socket\.io/, (socket) => socket.close());
  let polls = 0;
  who.page.on('request', (request) => {
    if (request.url().includes('/api/rides/requests')) polls += 1;
  });
  await who.page.goto('/');
  await expect(who.page.getByText(/Reconnecting…/)).toBeVisible({ timeout: 10_000 });
  await api.ride(customer, 'Karol Bagh');
  await expect(who.page.getByText('Karol Bagh')).toBeVisible({ timeout: 25_000 });
  expect(polls).toBeGreaterThan(0);
});
