import { Api, PASSWORD } from './support/api';
import { person, register, signedIn } from './support/people';
import { expect, test } from './support/test';

test.describe('signing in:', () => {
  test('the specified texts are shown, and an unknown account shows an error', async ({ browser, city }) => {
    const { page } = await person(browser, { name: 'Asha', url: city.url });
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

  test('the session survives a reload; an invalid token ends it', async ({ browser, city }) => {
    const who = await person(browser, { name: 'Asha', url: city.url });
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

  test('a user signs in with the email in capitals, and logs out by the button', async ({ browser, city }) => {
    const account = await new Api(city.url).person('customer', 'Asha Verma');
    const { page } = await person(browser, { name: 'Asha Verma', url: city.url });
    await page.goto('/auth');
    await page.getByLabel('Email').fill(` ${account.email.toUpperCase()} `);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByText('Login successful!')).toBeVisible();
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL(/\/auth$/);
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  });

  test('registration opens the page of each role', async ({ browser, city }) => {
    for (const [role, heading] of [
      ['customer', 'Welcome, Asha'],
      ['driver', 'Driver Setup'],
      ['admin', 'Admin Dashboard'],
    ] as const) {
      const who = await person(browser, { name: 'Asha', url: city.url });
      await register(who, role);
      await expect(who.page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await who.context.close();
    }
  });

  test('a changed password and Sign out everywhere end the session on the other device', async ({ browser, city }) => {
    const account = await new Api(city.url).person('customer', 'Asha Verma');
    const here = await signedIn(browser, account, { url: city.url });
    const there = await signedIn(browser, account, { url: city.url });
    for (const { page } of [here, there]) {
      await page.goto('/');
      await expect(page.getByRole('heading', { name: 'Welcome, Asha Verma' })).toBeVisible();
    }
    await here.page.getByRole('button', { name: 'Account' }).click();
    const dialog = here.page.getByRole('dialog', { name: 'Account' });
    await dialog.getByLabel('Current password').fill(PASSWORD);
    await dialog.getByLabel('New password').fill('another fine password');
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await expect(here.page.getByText('Password changed. Other devices are signed out.')).toBeVisible();
    await expect(there.page).toHaveURL(/\/auth$/);
    await there.page.getByLabel('Email').fill(account.email);
    await there.page.getByLabel('Password', { exact: true }).fill('another fine password');
    await there.page.getByRole('button', { name: 'Sign In' }).click();
    await expect(there.page.getByRole('heading', { name: 'Welcome, Asha Verma' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
    for (const { page } of [here, there]) await expect(page).toHaveURL(/\/auth$/);
  });

  test('a device can be signed out from the list on another device, and Logout revokes the token of its device', async ({
    browser,
    city,
  }) => {
    const api = new Api(city.url);
    const account = await api.person('customer', 'Asha Verma');
    const here = await signedIn(browser, account, { url: city.url });
    const { page: there } = await person(browser, { name: 'Asha Verma', url: city.url });
    await there.goto('/auth');
    await there.getByLabel('Email').fill(account.email);
    await there.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await there.getByRole('button', { name: 'Sign In' }).click();
    await expect(there.getByRole('heading', { name: 'Welcome, Asha Verma' })).toBeVisible();
    await here.page.goto('/');
    await here.page.getByRole('button', { name: 'Account' }).click();
    const dialog = here.page.getByRole('dialog', { name: 'Account' });
    await expect(dialog.getByRole('listitem')).toHaveCount(2);
    await dialog.getByRole('listitem').filter({ hasNotText: 'This device' }).getByRole('button').click();
    await expect(there).toHaveURL(/\/auth$/);
    await expect(dialog.getByRole('listitem')).toHaveCount(1);
    await dialog.getByRole('button', { name: 'Close' }).click();
    const token = (await here.page.evaluate(() => localStorage.getItem('token'))) ?? '';
    const answered = here.page.waitForResponse(/auth\/logout$/);
    await here.page.getByRole('button', { name: 'Logout' }).click();
    expect((await answered).status()).toBe(204);
    const replay = await fetch(`${city.url}/api/auth/me`, { headers: { Authorization: `Bearer ${token}` } });
    expect(replay.status).toBe(401);
  });

  test('a suspended person is redirected to the sign-in page and sees the reason there', async ({ browser, city }) => {
    const api = new Api(city.url);
    const [account, admin] = [await api.person('customer', 'Asha Verma'), await api.person('admin', 'Meera Rao')];
    const { page } = await signedIn(browser, account, { url: city.url });
    const office = await signedIn(browser, admin, { url: city.url });
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Welcome, Asha Verma' })).toBeVisible();
    await office.page.goto('/?tab=users');
    await office.page.getByLabel('Name, email or phone number').fill(account.email);
    await office.page.getByRole('button', { name: 'Find' }).click();
    await office.page.getByRole('button', { name: 'Suspend Asha Verma' }).click();
    const dialog = office.page.getByRole('dialog', { name: 'Suspend Asha Verma' });
    await dialog.getByLabel('Reason').fill('Three drivers complained');
    await dialog.getByRole('button', { name: 'Suspend' }).click();
    await expect(page).toHaveURL(/\/auth$/);
    await expect(page.getByRole('alert')).toHaveText('This account is suspended: Three drivers complained');
    await page.getByLabel('Email').fill(account.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByRole('alert')).toHaveText('This account is suspended: Three drivers complained');
    await office.page.getByRole('button', { name: 'End suspension of Asha Verma' }).click();
    await expect(office.page.getByText('Asha Verma can sign in again')).toBeVisible();
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByRole('heading', { name: 'Welcome, Asha Verma' })).toBeVisible();
  });
});
