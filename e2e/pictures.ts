/** Takes a picture of every screen, phone and desktop, light and dark: `npm run pictures -- FOLDER [expression for names]`. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { chromiumArgs, findChromium } from '../scripts/chromium.mjs';
import { Api } from './support/api';
import { delhi, phoneSize } from './support/people';
import { openScreen, type Screen } from './support/screen';
import { screensOf } from './support/screens';
import { startBoli } from './support/server';
import { keepDriving, townOf } from './support/town';

const [folder = 'pictures', only = ''] = process.argv.slice(2);
const forms = [
  { name: 'phone-light', viewport: phoneSize, colorScheme: 'light' },
  { name: 'phone-dark', viewport: phoneSize, colorScheme: 'dark' },
  { name: 'desktop-light', viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  { name: 'desktop-dark', viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
] as const;

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
  await openScreen(page, screen, 'click').catch((error) => process.stderr.write(`${screen.name}: ${error}\n`));
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
  const town = await townOf(api);
  const park = keepDriving(api, town);
  for (const form of forms) {
    const context = await contextFor(browser, boli.url, form);
    for (const screen of screensOf(town)) {
      const name = `${screen.name}-${form.name}.png`;
      if (!new RegExp(only).test(name)) continue;
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
