import { randomUUID } from 'node:crypto';
import { translate as t } from '@boli/shared/core/messages';
import { documentNames } from '@boli/shared/drivers/drivers.schema';
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import type { Account } from './api';
import { onePixelPng } from './files';
import { here } from './where';

export const phoneSize = { width: 390, height: 844 } as const;

/** Somebody with a browser of their own, and a record of all that browser was told. */
export interface Person {
  name: string;
  at: Readonly<{ latitude: number; longitude: number }>;
  context: BrowserContext;
  page: Page;
  /** Bodies of API answers and socket frames that arrived, as text. */
  heard: string[];
  /** How often a page was loaded; one is the first. */
  loads: () => number;
}

/** Opens a browser context of the project's size with a position, and listens to all it receives. */
export async function person(
  browser: Browser,
  options: { name: string; url: string; at?: Person['at'] },
): Promise<Person> {
  const context = await browser.newContext({
    baseURL: options.url,
    permissions: ['geolocation'],
    geolocation: { ...(options.at ?? here.standing), accuracy: 8 },
  });
  const page = await context.newPage();
  const heard: string[] = [];
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  page.on('websocket', (socket) => socket.on('framereceived', (frame) => heard.push(String(frame.payload))));
  page.on('response', async (response) => {
    if (response.url().includes('/api/')) heard.push(await response.text().catch(() => ''));
  });
  return { name: options.name, at: options.at ?? here.standing, context, page, heard, loads: () => loads };
}

/** Opens a browser context that is already signed in with an account made over REST. */
export async function signedIn(
  browser: Browser,
  account: Account,
  options: { url: string; at?: Person['at'] },
): Promise<Person> {
  const who = await person(browser, { name: account.user.name, ...options });
  await who.context.addInitScript((token) => {
    // Only where nobody is: a sign-out in the test must stay one.
    if (!sessionStorage.getItem('staged')) localStorage.setItem('token', token);
    sessionStorage.setItem('staged', 'yes');
  }, account.token);
  return who;
}

/** Registers on the screen. */
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

/** Fills the driver's papers on the screen. */
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
