import type { Browser, Page } from '@playwright/test';
import type { Account } from './api';
import { type Person, type Place, signedIn } from './people';
import { KILOBITS, slowDown } from './slow-phone';

/** Opens a browser on a slow phone, signed in with this account; the page has not loaded anything yet. */
export async function slowHome(browser: Browser, account: Account, place: Place): Promise<Person> {
  const who = await signedIn(browser, account, place);
  await who.context.addInitScript((user) => localStorage.setItem('user', user), JSON.stringify(account.user));
  await slowDown(who.page, KILOBITS);
  return who;
}

/** Milliseconds from the start of the page until an element of this kind (a CSS selector) with these words is seen. */
export async function timeOf(page: Page, kind: string, words: string): Promise<number> {
  const seen = await page.waitForFunction(
    ([selector, text]) => {
      const element = [...document.querySelectorAll(selector)].find((one) => one.textContent?.includes(text));
      const isSeen = !document.getElementById('skeleton') && element?.checkVisibility({ visibilityProperty: true });
      return isSeen && performance.now();
    },
    [kind, words] as const,
    { polling: 'raf', timeout: 60_000 },
  );
  return Number(await seen.jsonValue());
}

/** What a page has requested: `bytes` as transferred, with headers; `content` the compressed content alone. */
export interface RequestedFile {
  path: string;
  bytes: number;
  content: number;
  /** Milliseconds since the start of the page. */
  from: number;
  to: number;
}

/** What a page has requested so far, without requests that have not ended; the first is the document. */
export const requestedSoFar = (page: Page): Promise<RequestedFile[]> =>
  page.evaluate(() =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .map(({ name, transferSize, encodedBodySize, startTime, responseEnd }) => ({
        path: new URL(name).pathname,
        bytes: transferSize,
        content: encodedBodySize,
        from: startTime,
        to: responseEnd,
      })),
  );
