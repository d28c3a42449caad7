import type { Page } from '@playwright/test';
import { Api } from './support/api';
import { signedIn } from './support/people';
import { expect, test } from './support/test';

/**
 * The words of the table that are broken over several lines, except in texts with an email address; and `the page` if
 * it scrolls horizontally.
 */
function misfits(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const broken: string[] = [];
    for (const cell of document.querySelectorAll('th, td')) {
      // On phones the headings are for screen readers only.
      if (cell.closest('thead')?.clientWidth === 1) continue;
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const text = texts.currentNode;
        for (const word of text.textContent?.matchAll(/[^\s@:–-]+(?=\s|$)/g) ?? []) {
          const range = document.createRange();
          range.setStart(text, word.index);
          range.setEnd(text, word.index + word[0].length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          if (lines.size > 1 && !text.textContent?.includes('@')) broken.push(word[0]);
        }
      }
    }
    const root = document.documentElement;
    return [...broken, ...(root.scrollWidth > root.clientWidth ? ['the page'] : [])];
  });
}

test('admin tables break no word, on a desktop, a tablet and a phone', async ({ browser, city }) => {
  const api = new Api(city.url);
  const driver = await api.driver('Thiruvananthapuram Subramaniam');
  const customer = await api.person('customer', 'Bhagyalakshmi Venkataraman');
  const admin = await api.person('admin', 'Vikram Shah');
  const done = await api.book(customer, await api.quote(driver, await api.ride(customer), 99_999.5), 'phonepe');
  for (const status of ['accepted', 'in_progress', 'completed'] as const) await api.step(driver, done, status);
  const { page } = await signedIn(browser, admin, { url: city.url });
  for (const width of [1280, 1024, 390]) {
    await page.setViewportSize({ width, height: 800 });
    for (const tab of ['settlements', 'commissions', 'users', 'log']) {
      await page.goto(`/?tab=${tab}`);
      if (tab !== 'log') await expect(page.getByRole('table')).toBeVisible();
      await page.waitForLoadState('networkidle');
      expect(await misfits(page), `${tab} at ${width}`).toEqual([]);
    }
  }
});
