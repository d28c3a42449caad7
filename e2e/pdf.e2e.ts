import type { Browser, Locator } from '@playwright/test';
import { Api } from './support/api';
import { endlessPdf, maskedPdf, twoPagePdf } from './support/files';
import { signedIn } from './support/people';
import type { Boli } from './support/server';
import { expect, test } from './support/test';

/** Signs in an admin and lists the documents of one driver; `open` opens one of them and returns its dialog. */
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

/**
 * The colour, as [red, green, blue, alpha], in the middle of a page at a height, from 0 at its top to 1 at its bottom;
 * all zeros before the page is drawn.
 */
const colorAt = (paper: Locator, height: number) =>
  paper.locator('canvas').evaluate((canvas, at) => {
    if (!(canvas instanceof HTMLCanvasElement)) return null;
    const pixel = canvas.getContext('2d')?.getImageData(canvas.width / 2, Math.floor(canvas.height * at), 1, 1);
    return pixel ? [...pixel.data] : null;
  }, height);

/** A page that is not blocked reacts within this time (ms), even on a busy machine; the drawing ends after ten seconds. */
const ALIVE_MS = 8_000;

test('a PDF that takes for ever to draw does not block the page, and can be downloaded', async ({ browser, boli }) => {
  const { page, open } = await desk(browser, boli, { rc_document: endlessPdf, license_document: twoPagePdf });
  const worker = page.waitForEvent('worker');
  const endless = await open('RC');
  await worker;
  await expect(endless.getByRole('button', { name: 'Zoom in' })).toBeVisible();
  for (const level of ['150%', '200%', '300%']) {
    await endless.getByRole('button', { name: 'Zoom in' }).click({ timeout: ALIVE_MS });
    await expect(endless.getByText(level)).toBeVisible({ timeout: ALIVE_MS });
  }
  await expect(endless.getByRole('alert')).toHaveCount(0);
  await expect(endless.getByRole('alert')).toHaveText('This PDF cannot be shown here. Please download it.');
  await expect(endless.getByRole('link', { name: 'Download PDF' })).toBeVisible();
  await expect.poll(() => page.workers().length).toBe(0);
  await endless.getByRole('button', { name: 'Close' }).click({ timeout: ALIVE_MS });

  const again = page.waitForEvent('worker');
  await open('RC');
  await again;
  await endless.getByRole('button', { name: 'Close' }).click({ timeout: ALIVE_MS });
  await expect.poll(() => page.workers().length, { timeout: 5_000 }).toBe(0);
  const paper = await open('License');
  await expect.poll(() => colorAt(paper, 0.5)).toEqual([0, 0, 255, 255]);
});

test('a PDF with text and one with a luminosity mask are drawn correctly', async ({ browser, boli }) => {
  const maker = await browser.newPage();
  await maker.setContent('<body style="margin:0"><p style="font-size:60vh;line-height:1;margin:0">███████');
  const printed = await maker.pdf({ width: '600px', height: '600px' });
  const { open } = await desk(browser, boli, { rc_document: maskedPdf, license_document: printed });
  const masked = await open('RC');
  await expect.poll(() => colorAt(masked, 0.25)).toEqual([255, 0, 0, 255]);
  expect(await colorAt(masked, 0.75)).toEqual([0, 0, 255, 255]);
  await masked.getByRole('button', { name: 'Close' }).click();
  const text = await open('License');
  await expect.poll(() => colorAt(text, 0.3)).toEqual([0, 0, 0, 255]);
});
