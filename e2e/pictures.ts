/**
 * Takes pictures of every screen: `npm run pictures -- FOLDER [expression for names]`. The pictures in English are of a
 * phone and a desktop, in light and dark, and of a phone with the forced colours of a contrast theme. The pictures in
 * Hindi are of a phone in light, and of a narrow phone in light and dark. With `BOLI_CITY_DATA` (the folder of
 * `chandigarh.osm.pbf`) it takes pictures of the screens with a city instead: in Chandigarh, also with the Hindi names
 * on its map.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Language } from '@boli/shared/core/messages';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { cityCommand } from '../city/src/testing/run';
import { chromiumArgs, findChromium } from '../scripts/chromium.mjs';
import { Api } from './support/api';
import { NARROW } from './support/fit';
import { changeLanguage, haveHindiLetters } from './support/language';
import { phoneSize } from './support/people';
import { openScreen, type Screen } from './support/screen';
import { screensOf } from './support/screens';
import { startBoli } from './support/server';
import { keepDriving, townOf } from './support/town';
import { inCity, keepDrivingInCity, screensInCity, townInCity } from './support/town-in-city';
import { here } from './support/where';

const [folder = 'pictures', only = ''] = process.argv.slice(2);
const cityData = process.env.BOLI_CITY_DATA;
const desktopSize = { width: 1280, height: 800 };
const forms = [
  { name: 'phone-light', viewport: phoneSize, colorScheme: 'light', language: 'en' },
  { name: 'phone-dark', viewport: phoneSize, colorScheme: 'dark', language: 'en' },
  { name: 'desktop-light', viewport: desktopSize, colorScheme: 'light', language: 'en' },
  { name: 'desktop-dark', viewport: desktopSize, colorScheme: 'dark', language: 'en' },
  { name: 'phone-hindi', viewport: phoneSize, colorScheme: 'light', language: 'hi' },
  { name: 'narrow-hindi-light', viewport: NARROW, colorScheme: 'light', language: 'hi' },
  { name: 'narrow-hindi-dark', viewport: NARROW, colorScheme: 'dark', language: 'hi' },
  { name: 'phone-contrast', viewport: phoneSize, colorScheme: 'dark', language: 'en', forcedColors: 'active' },
] as const;

async function contextFor(browser: Browser, url: string, form: (typeof forms)[number]): Promise<BrowserContext> {
  const { viewport, colorScheme } = form;
  const forcedColors = 'forcedColors' in form ? form.forcedColors : 'none';
  const geolocation = { ...(cityData ? inCity : here.standing), accuracy: 10 };
  const context = await browser.newContext({
    baseURL: url,
    viewport,
    colorScheme,
    forcedColors,
    geolocation,
    permissions: ['geolocation'],
    reducedMotion: 'reduce',
  });
  if (form.language === 'hi') await haveHindiLetters(context);
  return context;
}

async function take(
  context: BrowserContext,
  screen: Screen,
  { language, file }: { language: Language; file: string },
): Promise<void> {
  const page = await context.newPage();
  await page.goto('/auth');
  await page.evaluate((token) => {
    localStorage.clear();
    if (token) localStorage.setItem('token', token);
  }, screen.who?.token ?? '');
  await openScreen(page, screen, 'click').catch((error) => process.stderr.write(`${screen.name}: ${error}\n`));
  await changeLanguage(page, language);
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
  // Toasts and fades have ended once nothing on the page is animated.
  await page
    .waitForFunction(() => document.getAnimations().every((animation) => animation.playState !== 'running'), null, {
      timeout: 5_000,
    })
    .catch(() => undefined);
  await page.screenshot({ path: file });
  await page.close();
}

/** A data folder in which Chandigarh is installed. */
async function dataWithCity(extracts: string): Promise<string> {
  const data = await mkdtemp(join(tmpdir(), 'boli-pictures-'));
  const made = await cityCommand(data, '--osm', join(extracts, 'chandigarh.osm.pbf')).ended;
  if (made.code !== 0) throw new Error(`the city was not made: ${JSON.stringify(made)}`);
  return data;
}

/** Creates everything that the pictures show, and a car whose position is sent repeatedly until `stop` is called. */
async function stage(api: Api): Promise<{ screens: Screen[]; stop: () => void }> {
  if (cityData) {
    const town = await townInCity(api);
    return { screens: screensInCity(town), stop: keepDrivingInCity(api, town) };
  }
  const town = await townOf(api);
  return { screens: screensOf(town), stop: keepDriving(api, town) };
}

const data = cityData ? await dataWithCity(cityData) : null;
const boli = await startBoli(data ? { DATA_DIR: data } : {});
const { executablePath, env } = await findChromium();
const browser = await chromium.launch({ executablePath, args: chromiumArgs, env: { ...process.env, ...env } });
try {
  await mkdir(folder, { recursive: true });
  const { screens, stop } = await stage(new Api(boli.url));
  for (const form of forms) {
    const context = await contextFor(browser, boli.url, form);
    for (const screen of screens) {
      const name = `${screen.name}-${form.name}.png`;
      if (!new RegExp(only).test(name)) continue;
      await take(context, screen, { language: form.language, file: join(folder, name) });
      process.stdout.write(`${name}\n`);
    }
    await context.close();
  }
  stop();
} finally {
  await browser.close();
  await boli.stop();
  if (data) await rm(data, { recursive: true, force: true });
}
