import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import lighthouse, { type Flags, type Result } from 'lighthouse';
import { chromiumArgs, findChromium } from '../../scripts/chromium.mjs';
import { type Account, Api } from './api';
import { screensOf } from './screens';
import { freePort } from './server';
import { townOf } from './town';

/** A page that Lighthouse measures, by its address: signed in as `who`, or as a guest if `who` is null. */
export interface MeasuredPage {
  name: string;
  url: string;
  who: Account | null;
}

/** The sign-in page and the dashboard of each role, in a town with rides, bookings and settlements. */
export async function measuredPages(url: string): Promise<MeasuredPage[]> {
  const { asha, sunita, admin } = await townOf(new Api(url));
  return [
    { name: 'sign-in', url: `${url}/auth`, who: null },
    { name: 'customer', url: `${url}/`, who: asha },
    { name: 'driver', url: `${url}/`, who: sunita },
    { name: 'admin', url: `${url}/`, who: admin },
  ];
}

/** Every screen that has an address of its own: Lighthouse opens addresses, and presses nothing. */
export async function addressedScreens(url: string): Promise<MeasuredPage[]> {
  const screens = screensOf(await townOf(new Api(url)));
  return screens
    .filter(({ press, prepare, broken }) => !press && !prepare && !broken)
    .map(({ name, path, who }) => ({ name, url: `${url}${path}`, who }));
}

/** A browser that Lighthouse controls. */
export interface Auditor {
  /** Opens a page and audits it with these settings. Throws if Lighthouse could not load the page. */
  audit: (page: MeasuredPage, flags: Flags) => Promise<Result>;
  close: () => Promise<void>;
}

/** Stores the session of a person in the browser, where Lighthouse's pages read it; for a guest clears the storage. */
async function signIn(context: BrowserContext, { url, who }: MeasuredPage): Promise<void> {
  const page = await context.newPage();
  await page.goto(new URL('/favicon.svg', url).href);
  const kept = who && { token: who.token, user: JSON.stringify(who.user) };
  // A string instead of a function, because this file is also compiled without the browser's types.
  await page.evaluate(`localStorage.clear(); Object.assign(localStorage, ${JSON.stringify(kept ?? {})})`);
  await page.close();
}

/** Starts the browser of the tests with a port for Lighthouse. */
export async function startAuditor(): Promise<Auditor> {
  const { executablePath, env } = await findChromium();
  const [port, profile] = [await freePort(), await mkdtemp(join(tmpdir(), 'boli-lighthouse-'))];
  // Lighthouse opens its pages in the browser's default context. A persistent context is the default context; others have
  // separate storage.
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: [...chromiumArgs, `--remote-debugging-port=${port}`],
    env: { ...process.env, ...env },
  });
  return {
    audit: async (page, flags) => {
      await signIn(context, page);
      // Before each page Lighthouse deletes what the browser has cached, but not the session in `localStorage`.
      const run = await lighthouse(page.url, { ...flags, port, logLevel: 'error' });
      if (!run || run.lhr.runtimeError)
        throw new Error(`${page.name}: ${run?.lhr.runtimeError?.message ?? 'no result'}`);
      return run.lhr;
    },
    close: async () => {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}

/** The points of a category, 0 to 100. Throws if the category was not measured. */
export function pointsOf({ categories }: Result, category: string): number {
  const score = categories[category]?.score;
  if (score === undefined || score === null) throw new Error(`${category} was not measured`);
  return Math.round(score * 100);
}

/** The audits that cost points in a category, as `id: details`; without details the title of the audit. */
export function lostPoints({ categories, audits }: Result, category: string): string[] {
  const lost = (categories[category]?.auditRefs ?? []).filter(
    ({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1,
  );
  return lost.map(({ id }) => `${id}: ${JSON.stringify(audits[id]?.details ?? audits[id]?.title).slice(0, 600)}`);
}
