import { randomUUID } from 'node:crypto';
import { loadLanguage, type MessageKey, type MessageParams, translate } from '@boli/shared/core/messages';
import type { Page } from '@playwright/test';
import { Api } from './support/api';
import { misfits, NARROW } from './support/fit';
import { changeLanguage, haveHindiLetters } from './support/language';
import { person, phoneSize, signedIn } from './support/people';
import { openScreen } from './support/screen';
import { screensOf } from './support/screens';
import { expect, test } from './support/test';
import { townOf, written } from './support/town';
import { untranslated } from './support/untranslated';
import { here, typed } from './support/where';

test.beforeAll(() => loadLanguage('hi'));

const t = (key: MessageKey, params?: MessageParams) => translate(key, params, 'hi');
const fits = (page: Page) => expect.poll(() => misfits(page)).toEqual([]);

for (const size of [NARROW, phoneSize]) {
  test(`a customer uses Boli in Hindi, ${size.width} pixels wide: registers, requests a ride, chooses a driver, and goes back to English`, async ({
    browser,
    city,
  }) => {
    const { page, context } = await person(browser, { name: 'आशा', url: city.url });
    await haveHindiLetters(context);
    await page.setViewportSize(size);
    await page.goto('/auth');
    await page.getByRole('radio', { name: 'हिन्दी' }).check();
    await expect(page.getByRole('button', { name: t('auth.sign_in') })).toBeVisible();
    await fits(page);

    await page.getByRole('tab', { name: t('auth.register_tab') }).click();
    await page.getByRole('button', { name: t('auth.create_account') }).click();
    await expect(page.getByText(t('auth.name_required'))).toBeVisible();
    await page.getByLabel(t('auth.full_name')).fill('आशा वर्मा');
    await page.getByLabel(t('auth.email')).fill(`asha-${randomUUID()}@example.org`);
    await page.getByLabel(t('auth.password'), { exact: true }).fill('a fine password');
    await fits(page);
    await page.getByRole('button', { name: t('auth.create_account') }).click();
    await expect(page.getByText(t('auth.register_success'))).toBeVisible();
    await fits(page);

    await page.goto('/?dialog=create-ride');
    const form = page.getByRole('dialog', { name: t('rides.dialog_title') });
    await form.getByLabel(t('rides.pickup')).fill(typed(here.pickup));
    await form.getByLabel(t('rides.drop')).fill(typed(here.drop));
    await fits(page);
    const posted = page.waitForResponse((answer) => answer.url().endsWith('/api/rides/request'));
    await form.getByRole('button', { name: t('rides.submit') }).click();
    const ride: { id: string } = await (await posted).json();
    await expect(page.getByText(t('rides.created'))).toBeVisible();
    await expect(form).toBeHidden();
    await page.goto(`/?ride=${ride.id}`);
    await expect(page.getByText(t('quotes.empty'))).toBeVisible();
    await fits(page);

    const api = new Api(city.url);
    await api.quote(await api.driver('Ravi Kumar'), ride, 1250.75);
    await page.getByRole('button', { name: t('quotes.select') }).click();
    await expect(page.getByRole('radio', { name: t('payments.cash') })).toBeChecked();
    await fits(page);
    await page.getByRole('button', { name: t('bookings.confirm') }).click();
    await expect(page.getByText(t('bookings.created'))).toBeVisible();

    await page.goto('/?dialog=account');
    const account = page.getByRole('dialog', { name: t('auth.account_title') });
    await expect(account.getByRole('button', { name: t('auth.logout_all') })).toBeVisible();
    await fits(page);
    await account.getByRole('radio', { name: 'English' }).check();
    await expect(page.getByRole('button', { name: 'Sign out everywhere' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Sign out everywhere' })).toBeVisible();
  });
}

test('with a browser in Hindi the first screen is in Hindi, and so is the error after a refused sign-in', async ({
  browser,
  city,
}) => {
  const context = await browser.newContext({ baseURL: city.url, locale: 'hi-IN' });
  const page = await context.newPage();
  await page.goto('/auth');
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
  await page.getByLabel(t('auth.email')).fill('nobody@example.org');
  await page.getByLabel(t('auth.password'), { exact: true }).fill('not the password');
  await page.getByRole('button', { name: t('auth.sign_in') }).click();
  await expect(page.getByText(t('auth.incorrect'))).toBeVisible();
});

test('English readers load no other language', async ({ browser, city }) => {
  const { page } = await person(browser, { name: 'Asha', url: city.url });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/auth', { waitUntil: 'networkidle' });
  expect(asked.filter((path) => /\/hi-/.test(path))).toEqual([]);
});

test('after a change to Hindi the notifications are in Hindi, without a reload', async ({ browser, city }) => {
  const api = new Api(city.url);
  const customer = await api.person('customer', 'Asha Verma');
  const ride = await api.ride(customer);
  const quote = await api.quote(await api.driver('Ravi Kumar'), ride, 240);
  const { page } = await signedIn(browser, customer, { url: city.url });
  await page.goto('/?dialog=notifications');
  await expect(page.getByText('New quote')).toBeVisible();
  await changeLanguage(page, 'hi');
  await expect(page.getByText(t('notifications.quote_received.title'))).toBeVisible();
  expect(quote.price).toBe(240);
});

/** The names of the checked screens: without `LONG` one screen of each kind. */
const shown = process.env.LONG
  ? /./
  : /^(01-register-errors|02-my-rides|04-quotes-empty|05-payment-method|08-driver-setup-errors|09-admin-verifications|09-admin-money|12-account|13-notifications-driver)$/;

test('in Hindi at 320 pixels, none of the checked screens cuts a word of a button, scrolls sideways or shows an English text of the catalogue', async ({
  browser,
  boli,
}) => {
  test.slow();
  const town = await townOf(new Api(boli.url));
  for (const screen of screensOf(town).filter(({ name }) => shown.test(name))) {
    await test.step(screen.name, async () => {
      const { page, context } = screen.who
        ? await signedIn(browser, screen.who, { url: boli.url })
        : await person(browser, { name: 'nobody', url: boli.url });
      await haveHindiLetters(context);
      await page.setViewportSize(NARROW);
      await openScreen(page, screen, 'click');
      await changeLanguage(page, 'hi');
      await fits(page);
      await expect.poll(() => untranslated(page, 'hi', written)).toEqual([]);
      await context.close();
    });
  }
});

/** Makes the browser grant notifications and subscribe, which headless Chromium refuses. */
const allowPush = (page: Page) =>
  page.addInitScript(() => {
    const subscription = {
      endpoint: 'https://push.example.org/1',
      options: {},
      toJSON: () => ({ endpoint: 'https://push.example.org/1', keys: { p256dh: 'BKey', auth: 'auth' } }),
      unsubscribe: async () => true,
    };
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    Notification.requestPermission = async () => 'granted';
    Object.assign(PushManager.prototype, {
      getSubscription: async () => subscription,
      subscribe: async () => subscription,
    });
  });

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('each kind of notification is named in the language of the reader, in the built app', async ({
    browser,
    boli,
  }) => {
    const asha = await new Api(boli.url).person('customer', 'Asha Verma');
    const { page } = await signedIn(browser, asha, { url: boli.url });
    await allowPush(page);
    await page.route('**/api/push/subscription', (route) =>
      route.fulfill({ json: { muted: [], quiet: null, time_zone: 'UTC', near_km: null } }),
    );
    await page.goto('/');
    for (const [language, each, started] of [
      ['en', 'Choose each kind', 'Your ride has started'],
      ['hi', 'हर तरह की सूचना अलग से चुनें', 'आपकी राइड शुरू हुई'],
    ] as const) {
      await page.evaluate((code) => localStorage.setItem('language', code), language);
      await page.goto('/?dialog=notifications');
      const dialog = page.getByRole('dialog');
      if (language === 'en') await dialog.getByRole('switch').first().click();
      await dialog.getByRole('button', { name: each }).click();
      await expect(dialog.getByRole('switch', { name: started })).toBeVisible();
      await expect(dialog.getByText(/notifications\.\w+/)).toHaveCount(0);
    }
  });
});
