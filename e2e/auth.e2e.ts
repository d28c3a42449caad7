import { gzipSync } from 'node:zlib';
import { Api, PASSWORD } from './support/api';
import { person, register } from './support/people';
import { expect, test } from './support/test';

test.describe('signing in', () => {
  test('shows every specified text, and tells a wrong password from nothing', async ({ browser, boli }) => {
    const { page } = await person(browser, { name: 'Asha', url: boli.url });
    await page.goto('/');
    await expect(page).toHaveURL(/\/auth$/);
    for (const text of [
      'Boli',
      'Your local cab booking platform',
      'Welcome',
      'Sign in or create an account to continue',
    ]) {
      await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
    }
    await expect(page.getByRole('tab', { name: 'Login' })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
    await page.getByRole('tab', { name: 'Register' }).click();
    await expect(page.getByRole('radio', { name: 'Customer' })).toBeChecked();
    await expect(page.getByRole('radio', { name: 'Driver' })).toBeAttached();
    await expect(page.getByRole('radio', { name: 'Admin' })).toBeAttached();
    await expect(
      page
        .getByRole('group', { name: 'I am a' })
        .or(page.getByRole('radiogroup', { name: 'I am a' }))
        .first(),
    ).toBeVisible();
    await page.getByRole('tab', { name: 'Login' }).click();
    await page.getByLabel('Email').fill('nobody@example.org');
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByText('Incorrect email or password')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue('nobody@example.org');
  });

  test('keeps the session over a reload and drops it on Logout and on a dead token', async ({ browser, boli }) => {
    const who = await person(browser, { name: 'Asha', url: boli.url });
    await register(who, 'customer');
    await expect(who.page.getByRole('heading', { name: 'Welcome, Asha' })).toBeVisible();
    await who.page.goto('/auth');
    await expect(who.page).toHaveURL(/127\.0\.0\.1:\d+\/(\?.*)?$/);
    await who.page.reload();
    await expect(who.page.getByRole('heading', { name: 'Welcome, Asha' })).toBeVisible();
    await who.page.evaluate(() => localStorage.setItem('token', 'not-a-token'));
    await who.page.reload();
    await expect(who.page).toHaveURL(/\/auth$/);
    expect(await who.page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  });

  test('logs out by the button, and signs in again', async ({ browser, boli }) => {
    const account = await new Api(boli.url).person('customer', 'Asha Verma');
    const { page } = await person(browser, { name: 'Asha Verma', url: boli.url });
    await page.goto('/auth');
    await page.getByLabel('Email').fill(` ${account.email.toUpperCase()} `);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByText('Login successful!')).toBeVisible();
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL(/\/auth$/);
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  });

  test('loads no map code, no foreign address, and stays within 210 kB of script and style', async ({
    browser,
    boli,
  }) => {
    const { page } = await person(browser, { name: 'Asha', url: boli.url });
    const asked: string[] = [];
    let bytes = 0;
    page.on('request', (request) => asked.push(request.url()));
    page.on('response', async (response) => {
      if (/\.(js|mjs|css)$/.test(new URL(response.url()).pathname))
        bytes += gzipSync(await response.body(), { level: 9 }).length;
    });
    await page.goto('/auth', { waitUntil: 'networkidle' });
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
    expect(asked.filter((url) => !url.startsWith(boli.url) && !url.startsWith('data:'))).toEqual([]);
    expect(asked.filter((url) => /map/i.test(new URL(url).pathname))).toEqual([]);
    expect(bytes).toBeGreaterThan(20_000);
    expect(bytes).toBeLessThanOrEqual(210_000);
  });
});
