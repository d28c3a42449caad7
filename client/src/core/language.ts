import { DEFAULT_LANGUAGE, isLanguage, type Language, languageFor, loadLanguage } from '@boli/shared/core/messages';
import { languages } from '@boli/shared/messages/languages';
import { create } from 'zustand';

const KEY = 'language';

/**
 * The language of this page. The root of the app reads it, so a change renders the whole page again; nothing is
 * remounted, and forms keep what was typed.
 */
export const useLanguage = create<{ language: Language }>(() => ({ language: DEFAULT_LANGUAGE }));

/** The language of this page. */
export function currentLanguage(): Language {
  return useLanguage.getState().language;
}

/** The language that was chosen on this device, else the best one for the browser's own languages. */
function wantedLanguage(): Language {
  try {
    const chosen = localStorage.getItem(KEY) ?? '';
    if (isLanguage(chosen)) return chosen;
  } catch {
    // Without storage the browser's languages decide.
  }
  return languageFor(navigator.languages.join(','));
}

/** The number of the last call of `show`. */
let shown = 0;

/**
 * Loads the texts of a language, and shows the page in it. Returns false, and changes nothing, if it was called again
 * while the texts were loaded: the last call counts.
 */
async function show(language: Language): Promise<boolean> {
  shown += 1;
  const nth = shown;
  await loadLanguage(language);
  if (nth !== shown) return false;
  document.documentElement.lang = language;
  useLanguage.setState({ language });
  return true;
}

/**
 * Loads the texts of this page before its first render; if they cannot be loaded, the page stays in English. A choice
 * in another tab of this browser changes the language of this page, too.
 */
export async function startLanguage(): Promise<void> {
  const followDevice = () => show(wantedLanguage()).catch(() => undefined);
  window.addEventListener('storage', ({ key }) => {
    if (key === KEY || key === null) void followDevice();
  });
  await followDevice();
}

/**
 * Changes the language of the page and keeps the choice on this device. If another one is chosen before the texts are
 * loaded, only that one counts.
 * @throws if the texts cannot be loaded; the page stays as it is.
 */
export async function chooseLanguage(language: Language): Promise<void> {
  if (!(await show(language))) return;
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
}

/** The locale of dates and numbers. */
export function currentLocale(): string {
  return languages[currentLanguage()].locale;
}

/** A formatter of dates or numbers for the language of the page, made when it is first needed. */
export function perLanguage<F>(make: (locale: string) => F): () => F {
  const made = new Map<Language, F>();
  return () => {
    const language = currentLanguage();
    const formatter = made.get(language) ?? make(currentLocale());
    made.set(language, formatter);
    return formatter;
  };
}
