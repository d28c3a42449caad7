import { randomUUID } from 'node:crypto';
import { translate as t } from '@boli/shared/core/messages';
import { documentNames } from '@boli/shared/drivers/drivers.schema';
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import type { Account } from './api';
import { type Device, devices } from './devices';
import { onePixelPng } from './files';
import { journeysIn } from './journeys-in';
import { haveHindiLetters } from './language';
import { here } from './where';

export const phoneSize = { width: 390, height: 844 } as const;

/** A person with a separate browser context, and a record of the data that their page has received (`received`). */
export interface Person {
  name: string;
  at: Readonly<{ latitude: number; longitude: number }>;
  context: BrowserContext;
  page: Page;
  /** The bodies of the API responses and the socket frames that the page has received, as text. */
  received: string[];
  /** The number of page loads, including the first. */
  loads: () => number;
}

/** The server whose pages a person opens, and the person's position and device. */
export interface Place {
  url: string;
  at?: Person['at'];
  /** The device; if missing, that of the Playwright project. */
  device?: Device;
}

/**
 * Opens a browser context of a device with a position. The API responses and socket frames that its page receives are
 * recorded in `received`.
 */
export async function person(browser: Browser, options: Place & { name: string }): Promise<Person> {
  const context = await browser.newContext({
    ...(options.device && devices[options.device]),
    baseURL: options.url,
    permissions: ['geolocation'],
    geolocation: { ...(options.at ?? here.standing), accuracy: 8 },
  });
  if (journeysIn === 'hi') await haveHindiLetters(context);
  const page = await context.newPage();
  const received: string[] = [];
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  page.on('websocket', (socket) => socket.on('framereceived', (frame) => received.push(String(frame.payload))));
  page.on('response', async (response) => {
    if (response.url().includes('/api/')) received.push(await response.text().catch(() => ''));
  });
  return { name: options.name, at: options.at ?? here.standing, context, page, received, loads: () => loads };
}

/** Opens a browser context that is already signed in with an account that was created over REST. */
export async function signedIn(browser: Browser, account: Account, options: Place): Promise<Person> {
  const who = await person(browser, { name: account.user.name, ...options });
  await who.context.addInitScript((token) => {
    // Only at the first load, so that a sign-out in the test is permanent.
    if (!sessionStorage.getItem('staged')) localStorage.setItem('token', token);
    sessionStorage.setItem('staged', 'yes');
  }, account.token);
  return who;
}

/** Registers the person on the sign-in page. */
export async function register(who: Person, role: 'customer' | 'driver' | 'admin'): Promise<void> {
  const { page } = who;
  await page.goto('/auth');
  await page.getByRole('tab', { name: 'Register' }).click();
  await page.getByLabel('Full Name').fill(who.name);
  await page.getByLabel('Email').fill(`${role}-${randomUUID()}@example.org`);
  await page.getByLabel('Password', { exact: true }).fill('a fine password');
  await page.getByRole('radio', { name: t(`auth.role_${role}`) }).check();
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('Registration successful!')).toBeVisible();
}

/** Fills in the driver's profile on the page, uploads the documents and waits for the dashboard. */
export async function createProfile(who: Person, carModel: string): Promise<void> {
  const { page } = who;
  await page.getByLabel(t('drivers.car_model')).fill(carModel);
  await page.getByLabel(t('drivers.experience_years')).fill('7');
  await page.getByLabel(t('drivers.license_number')).fill('DL-0420110149646');
  await page.getByLabel(t('drivers.upi_id')).fill('driver@upi');
  for (const name of documentNames) {
    await page
      .locator(`input[type=file][name=${name}]`)
      .setInputFiles({ name: `${name}.png`, mimeType: 'image/png', buffer: onePixelPng });
  }
  await page.getByRole('button', { name: 'Create Profile' }).click();
  await expect(page.getByText('Profile created successfully!')).toBeVisible();
  await expect(page.getByRole('heading', { name: `Welcome, ${who.name}` })).toBeVisible();
}
