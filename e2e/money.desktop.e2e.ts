import { Api } from './support/api';
import { expectAccessible } from './support/axe';
import { type Person, signedIn } from './support/people';
import { expect, test } from './support/test';

const desktop = { width: 1280, height: 800 } as const;

async function show(who: Person, path: string, there: { role: 'dialog' | 'heading'; name: string }): Promise<void> {
  await who.page.setViewportSize(desktop);
  await who.page.goto(path);
  await expect(who.page.getByRole(there.role, { name: there.name })).toBeVisible();
  await who.page.waitForLoadState('networkidle');
  await expectAccessible(who.page);
}

test('axe finds no violation on the money screens on a desktop, light and dark', async ({ browser, city }) => {
  test.setTimeout(300_000);
  const api = new Api(city.url);
  const driver = await api.driver('Ravi Kumar');
  const customer = await api.person('customer', 'Asha Verma');
  const admin = await api.person('admin', 'Vikram Shah');
  const done = await api.book(customer, await api.quote(driver, await api.ride(customer), 240), 'phonepe');
  for (const status of ['accepted', 'in_progress', 'completed'] as const) await api.step(driver, done, status);
  const rider = await signedIn(browser, customer, { url: city.url });
  const signedInDriver = await signedIn(browser, driver, { url: city.url });
  const desk = await signedIn(browser, admin, { url: city.url });
  const over = (dialog: string) => `/?tab=bookings&booking=${done.id}&dialog=${dialog}`;

  await show(rider, over('pay'), { role: 'dialog', name: 'Complete Payment' });
  await show(rider, over('method'), { role: 'dialog', name: 'Change Payment Method' });
  await show(rider, over('receipt'), { role: 'dialog', name: 'Receipt' });
  await show(signedInDriver, over('receipt'), { role: 'dialog', name: 'Receipt' });
  await show(signedInDriver, '/?dialog=earnings', { role: 'dialog', name: 'Earnings and statement' });
  await show(desk, '/', { role: 'heading', name: 'Pending Settlements' });
  await show(desk, '/?tab=commissions', { role: 'heading', name: 'Driver Commissions' });
  await show(desk, '/?tab=verifications', { role: 'heading', name: 'Pending Verifications' });
  await show(desk, '/?tab=money', { role: 'heading', name: 'Revenue' });
});

test('printing a receipt prints only the receipt', async ({ browser, city }) => {
  const api = new Api(city.url);
  const driver = await api.driver('Ravi Kumar');
  const customer = await api.person('customer', 'Asha Verma');
  const done = await api.book(customer, await api.quote(driver, await api.ride(customer), 240), 'cash');
  for (const status of ['accepted', 'in_progress', 'completed'] as const) await api.step(driver, done, status);
  const { page } = await signedIn(browser, customer, { url: city.url });
  await page.setViewportSize(desktop);
  await page.goto(`/?tab=bookings&booking=${done.id}&dialog=receipt`);
  await expect(page.getByRole('dialog', { name: 'Receipt' }).getByText('Rider paid')).toBeVisible();
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await page.getByRole('button', { name: 'Print' }).click();
  await expect(page.locator('body[data-printed]')).toHaveCount(1);
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('article').getByText('Rider paid')).toBeVisible();
  await expect(page.getByRole('tab')).toHaveCount(0);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: 'screen' });
  await expect(page.getByRole('dialog', { name: 'Receipt' })).toBeVisible();
});
