/** Takes a picture of every screen, phone and desktop, light and dark: `npm run pictures -- FOLDER [part of a name]`. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { verifyDriver } from '@boli/shared/admin/admin.endpoints';
import { sendLocation } from '@boli/shared/bookings/bookings.endpoints';
import { addFavorite } from '@boli/shared/favorites/favorites.endpoints';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { picturesOf } from '../demo/avatars';
import { chromiumArgs, findChromium } from '../scripts/chromium.mjs';
import { type Account, Api } from './support/api';
import { delhi, phoneSize } from './support/people';
import { startBoli } from './support/server';

const [folder = 'pictures', only = ''] = process.argv.slice(2);
const forms = [
  { name: 'phone-light', viewport: phoneSize, colorScheme: 'light' },
  { name: 'phone-dark', viewport: phoneSize, colorScheme: 'dark' },
  { name: 'desktop-light', viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  { name: 'desktop-dark', viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
] as const;

interface Screen {
  name: string;
  who: Account | null;
  path: string;
  prepare?: (page: Page) => Promise<void>;
}

/** A drop so near that both ends of the ride are on the tracking map. */
const near = { lat: 28.6155, lng: 77.2235 };

/** A small town in every state, made over the public API. */
async function town(api: Api) {
  const asha = await api.person('customer', 'Asha Verma');
  const newcomer = await api.person('customer', 'Meera Nair');
  const blank = await api.person('driver', 'Gurpreet Singh');
  const names = ['Ravi Kumar', 'Sunita Yadav', 'Imran Sheikh'] as const;
  const cars = ['Maruti Suzuki Dzire', 'Maruti Suzuki WagonR', 'Hyundai Aura'] as const;
  const drivers = await Promise.all(
    names.map(async (name, at) => api.driver(name, cars[at], await picturesOf(at + 1))),
  );
  const [ravi, sunita] = drivers;
  if (!ravi || !sunita) throw new Error('the town has no drivers');
  const kabir = await api.person('customer', 'Kabir Rao');
  const open = await api.ride(kabir, 'Connaught Place', 'Hauz Khas Village', { lat: 28.612, lng: 77.236 });
  for (const [at, driver] of drivers.entries()) await api.quote(driver, open, [240, 255, 290][at] ?? 360);
  const market = await api.ride(asha, 'Lajpat Nagar Central Market', 'Indira Gandhi Airport, Terminal 3');
  for (const [at, driver] of drivers.entries()) await api.quote(driver, market, 410 + at * 35);
  await api.ride(asha, 'Saket District Centre', 'Noida Sector 18');
  const done = await api.book(
    asha,
    await api.quote(sunita, await api.ride(asha, 'Khan Market', 'Lodhi Garden'), 120),
    'phonepe',
  );
  for (const status of ['accepted', 'in_progress', 'completed'] as const) await api.step(sunita, done, status);
  const live = await api.book(
    asha,
    await api.quote(ravi, await api.ride(asha, 'Connaught Place', 'Khan Market', near), 240),
    'google_pay',
  );
  for (const status of ['accepted', 'in_progress'] as const) await api.step(ravi, live, status);
  for (const { user } of [ravi, sunita]) await api.call(addFavorite, { as: asha, params: { user_id: user.id } });
  const admin = await api.person('admin', 'Vikram Shah');
  await api.call(verifyDriver, {
    as: admin,
    params: { userId: ravi.user.id },
    query: { status: 'verified' },
    body: {},
  });
  return { asha, kabir, newcomer, blank, ravi, sunita, open, done, live, admin };
}

/** Keeps the car of the live ride where it is, so that its position stays fresh. Gives back what stops it. */
function drive(api: Api, { ravi, live }: Awaited<ReturnType<typeof town>>): () => void {
  const body = { lat: 28.6238, lng: 77.2199, heading: 160, speed: 9 };
  const timer = setInterval(() => {
    api.call(sendLocation, { as: ravi, params: { id: live.id }, body }).catch(() => undefined);
  }, 2_000);
  return () => clearInterval(timer);
}

function screens(made: Awaited<ReturnType<typeof town>>): Screen[] {
  const { asha, kabir, newcomer, blank, ravi, sunita, open, done, live, admin } = made;
  const press = (name: string) => async (page: Page) => page.getByRole('button', { name }).first().click();
  return [
    { name: '01-login', who: null, path: '/auth' },
    {
      name: '01-register',
      who: null,
      path: '/auth',
      prepare: (page) => page.getByRole('tab', { name: 'Register' }).click(),
    },
    { name: '02-my-rides', who: asha, path: '/' },
    { name: '02-my-rides-empty', who: newcomer, path: '/' },
    { name: '03-create-ride', who: newcomer, path: '/', prepare: press('Create Your First Ride Request') },
    { name: '04-quotes', who: kabir, path: `/?ride=${open.id}` },
    { name: '05-payment-method', who: kabir, path: `/?ride=${open.id}`, prepare: press('Select This Driver') },
    {
      name: '05-promo-applied',
      who: kabir,
      path: `/?ride=${open.id}`,
      prepare: async (page) => {
        await press('Select This Driver')(page);
        await page.getByLabel('Promo code').fill('SAVE100');
        await press('Apply')(page);
        await page.getByRole('button', { name: 'Remove promo code SAVE100' }).waitFor();
      },
    },
    { name: '05-complete-payment', who: asha, path: `/?tab=bookings&booking=${live.id}&dialog=pay` },
    {
      name: '05-test-checkout',
      who: asha,
      path: `/?tab=bookings&booking=${live.id}&dialog=pay`,
      prepare: press('Proceed to Pay'),
    },
    { name: '05-change-method', who: asha, path: `/?tab=bookings&booking=${live.id}&dialog=method` },
    { name: '06-receipt', who: asha, path: `/?tab=bookings&booking=${done.id}&dialog=receipt` },
    { name: '06-my-bookings', who: asha, path: '/?tab=bookings' },
    { name: '06-details-customer', who: asha, path: `/?tab=bookings&booking=${live.id}` },
    { name: '06-details-driver', who: ravi, path: `/?tab=bookings&booking=${live.id}` },
    { name: '06-details-completed', who: asha, path: `/?tab=bookings&booking=${done.id}` },
    { name: '07-available', who: sunita, path: '/' },
    { name: '07-quote', who: sunita, path: '/', prepare: press('Submit Quote') },
    { name: '07-earnings', who: sunita, path: '/?dialog=earnings' },
    { name: '08-driver-setup', who: blank, path: '/' },
    { name: '08-profile', who: ravi, path: '/?tab=profile' },
    { name: '09-admin-settlements', who: admin, path: '/' },
    { name: '09-admin-commissions', who: admin, path: '/?tab=commissions' },
    { name: '09-admin-verifications', who: admin, path: '/?tab=verifications' },
    { name: '09-admin-document', who: admin, path: '/?tab=verifications', prepare: press('Vehicle') },
    { name: '09-admin-money', who: admin, path: '/?tab=money' },
    { name: '09-admin-promo', who: admin, path: '/?tab=money', prepare: press('New promo code') },
    { name: '10-history', who: asha, path: '/?tab=history' },
    { name: '13-favorites', who: asha, path: '/?tab=favorites' },
    { name: '13-favorites-empty', who: newcomer, path: '/?tab=favorites' },
    { name: '13-notifications', who: asha, path: '/?dialog=notifications' },
    { name: '13-notifications-driver', who: ravi, path: '/?dialog=notifications' },
    { name: '13-notifications-empty', who: newcomer, path: '/?dialog=notifications' },
    { name: '10-safety', who: asha, path: '/?tab=safety' },
    { name: '11-rate', who: asha, path: `/?tab=bookings&booking=${done.id}`, prepare: press('Rate This Ride') },
    { name: '11-cancel', who: ravi, path: `/?tab=bookings&booking=${live.id}`, prepare: press('Cancel Booking') },
    { name: '12-account', who: asha, path: '/', prepare: press('Account') },
  ];
}

async function contextFor(browser: Browser, url: string, form: (typeof forms)[number]): Promise<BrowserContext> {
  const { viewport, colorScheme } = form;
  const geolocation = { ...delhi, accuracy: 10 };
  return browser.newContext({
    baseURL: url,
    viewport,
    colorScheme,
    geolocation,
    permissions: ['geolocation'],
    reducedMotion: 'reduce',
  });
}

async function take(context: BrowserContext, screen: Screen, file: string): Promise<void> {
  const page = await context.newPage();
  await page.goto('/auth');
  await page.evaluate(
    (token) => (token ? localStorage.setItem('token', token) : localStorage.clear()),
    screen.who?.token ?? '',
  );
  await page.goto(screen.path);
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await screen.prepare?.(page);
  await page
    .waitForFunction(
      () =>
        [...document.querySelectorAll('[data-map-ready]')].every(
          (map) => map.getAttribute('data-map-ready') === 'true',
        ),
      null,
      { timeout: 30_000 },
    )
    .catch(() => undefined);
  await page.waitForLoadState('networkidle').catch(() => undefined);
  // Toasts and fades are over once nothing on the page is being animated.
  await page
    .waitForFunction(() => document.getAnimations().every((animation) => animation.playState !== 'running'), null, {
      timeout: 5_000,
    })
    .catch(() => undefined);
  await page.screenshot({ path: file });
  await page.close();
}

const boli = await startBoli();
const { executablePath, env } = await findChromium();
const browser = await chromium.launch({ executablePath, args: chromiumArgs, env: { ...process.env, ...env } });
try {
  await mkdir(folder, { recursive: true });
  const api = new Api(boli.url);
  const made = await town(api);
  const park = drive(api, made);
  for (const form of forms) {
    const context = await contextFor(browser, boli.url, form);
    for (const screen of screens(made)) {
      const name = `${screen.name}-${form.name}.png`;
      if (!name.includes(only)) continue;
      await take(context, screen, join(folder, name));
      process.stdout.write(`${name}\n`);
    }
    await context.close();
  }
  park();
} finally {
  await browser.close();
  await boli.stop();
}
