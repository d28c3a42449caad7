import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Language } from '@boli/shared/core/messages';
import { type BrowserContext, expect, type Page } from '@playwright/test';

/** Changes the language of an open page, as a choice in another tab of the same browser does. */
export async function changeLanguage(page: Page, language: Language): Promise<void> {
  await page.evaluate((chosen) => {
    localStorage.setItem('language', chosen);
    window.dispatchEvent(new StorageEvent('storage', { key: 'language' }));
  }, language);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

const weights = [400, 600, 700];
const fontFile = (weight: number) =>
  fileURLToPath(
    import.meta.resolve(
      `@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-${weight}-normal.woff2`,
    ),
  );

/** Gives the pages of a context the Hindi font of phones: CI machines lack it, and other fonts have other widths. */
export async function haveHindiLetters(context: BrowserContext): Promise<void> {
  const fonts = weights.map((weight) => ({ weight, base64: readFileSync(fontFile(weight), 'base64') }));
  await context.addInitScript((faces) => {
    for (const { weight, base64 } of faces) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      document.fonts.add(new FontFace('Noto Sans Devanagari', bytes.buffer, { weight: String(weight) }));
    }
  }, fonts);
}
