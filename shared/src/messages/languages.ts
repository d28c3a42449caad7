import type { Catalogue } from '../core/messages';
import { en } from './en';

interface LanguageEntry {
  /** Its name in the language itself, for readers who know no other. */
  readonly name: string;
  /** The locale of dates and numbers; Latin digits, as on number plates and banknotes. */
  readonly locale: string;
  /** The line height relative to English: letters with signs above and below need more room. */
  readonly lineHeight: number;
  readonly load: () => Promise<Catalogue>;
}

/**
 * Every language of the product. A further language needs a sibling of `hi.ts` with the same keys, and a line here; a
 * missing text fails the build.
 */
export const languages = {
  en: { name: 'English', locale: 'en-IN', lineHeight: 1, load: async () => en },
  hi: { name: 'हिन्दी', locale: 'hi-IN-u-nu-latn', lineHeight: 1.15, load: async () => (await import('./hi')).hi },
} satisfies Record<string, LanguageEntry>;
