import type { Browser, Locator } from '@playwright/test';
import { Api } from './support/api';
import { endlessPdf, twoPagePdf } from './support/files';
import { signedIn } from './support/people';
import type { Boli } from './support/server';
import { expect, test } from './support/test';

/** An admin with the papers of one driver before them. */
async function desk(browser: Browser, boli: Boli, papers: Record<string, Uint8Array>) {
  const api = new Api(boli.url);
  await api.driver('Ravi Kumar', undefined, papers);
  const { page } = await signedIn(browser, await api.person('admin', 'Vikram Shah'), { url: boli.url });
  await page.goto('/');
  await page.getByRole('tab', { name: 'Pending Verifications (1)' }).click();
  const open = async (paper: string) => {
    await page.getByRole('button', { name: `${paper}: Ravi Kumar` }).click();
    return page.getByRole('dialog', { name: `${paper}: Ravi Kumar` });
  };
  return { page, open };
}

const isDrawn = (paper: Locator) =>
  paper.locator('canvas').evaluate((canvas) => canvas instanceof HTMLCanvasElement && canvas.width > 300);

test('a PDF whose drawing comes to no end leaves the page free, and is there to download', async ({
  browser,
  boli,
}) => {
  const { page, open } = await desk(browser, boli, { rc_document: endlessPdf, license_document: twoPagePdf });
  const worker = page.waitForEvent('worker');
  const endless = await open('RC');
  await worker;
  await expect(endless.getByRole('button', { name: 'Zoom in' })).toBeVisible();
  for (const level of ['150%', '200%', '300%']) {
    await endless.getByRole('button', { name: 'Zoom in' }).click({ timeout: 1_000 });
    await expect(endless.getByText(level)).toBeVisible({ timeout: 1_000 });
  }
  await expect(endless.getByRole('alert')).toHaveCount(0);
  await expect(endless.getByRole('alert')).toHaveText('This PDF cannot be shown here. Please download it.');
  await expect(endless.getByRole('link', { name: 'Download PDF' })).toBeVisible();
  await expect.poll(() => page.workers().length).toBe(0);
  await endless.getByRole('button', { name: 'Close' }).click({ timeout: 1_000 });

  const again = page.waitForEvent('worker');
  await open('RC');
  await again;
  await endless.getByRole('button', { name: 'Close' }).click({ timeout: 1_000 });
  await expect.poll(() => page.workers().length, { timeout: 5_000 }).toBe(0);
  const paper = await open('License');
  await expect.poll(() => isDrawn(paper)).toBe(true);
});
