import { expectAccessible } from './support/axe';
import { expect, test } from './support/test';

const NARROW = { width: 320, height: 640 } as const;

test('somebody who is signed out opens the figures from the sign-in page, and comes back', async ({
  browser,
  city,
}) => {
  const context = await browser.newContext({ baseURL: city.url });
  const page = await context.newPage();
  await page.goto('/');
  await expect(page).toHaveURL(/\/auth$/);
  await page.getByRole('link', { name: 'Fairness in figures' }).click();
  await expect(page).toHaveURL(/\/fairness$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Fairness in figures' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Last 30 days' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Months' })).toBeVisible();
  await expect(
    page.getByText(
      'A figure is shown only if it comes from 30 or more observations; a figure about rides also needs 5 drivers and 5 customers.',
    ),
  ).toBeVisible();
  await page.reload();
  await expect(page.getByRole('region', { name: 'Months' })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize(NARROW);
  const scrollsSideways = () =>
    page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  expect(await scrollsSideways()).toBe(false);
  await page.getByRole('link', { name: 'Back to Boli' }).click();
  await expect(page).toHaveURL(/\/auth$/);
  await context.close();
});
