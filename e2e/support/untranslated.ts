import type { Language } from '@boli/shared/core/messages';
import type { Page } from '@playwright/test';
import { translationsOf } from './translation';

/**
 * The English texts of the catalogue that the page shows, or uses as names and placeholders of its elements, although
 * their translation in `language` is another text. Toasts are left out, because they keep the language in which they
 * appeared. Texts that contain `written`, which a person has typed, are left out too.
 */
export async function untranslated(page: Page, language: Language, written: string): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const attributes = ['aria-label', 'aria-valuetext', 'alt', 'placeholder', 'title'];
    return [...document.querySelectorAll('body *:not(script, style, [data-toast], [data-toast] *)')].flatMap(
      (element) => {
        const own =
          element.childElementCount === 0
            ? [element.textContent]
            : [...element.childNodes].map((node) => (node instanceof Text ? node.data : ''));
        return [...own, ...attributes.map((name) => element.getAttribute(name))].map((text) => text?.trim() ?? '');
      },
    );
  });
  return [...new Set(texts)].filter((text) => {
    if (!/[A-Za-z]{2}/.test(text) || text.includes(written)) return false;
    const translations = translationsOf(text, language);
    return translations.length > 0 && !translations.includes(text);
  });
}
