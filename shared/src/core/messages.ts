import { en } from '../messages/en';

export type MessageKey = keyof typeof en;
export type Catalogue = Record<MessageKey, string>;
export type MessageParams = Record<string, string | number>;

/** Every language the product speaks; a sibling of `en` is typed to have the same keys, so a missing text fails the build. */
export const catalogues = { en } satisfies Record<string, Catalogue>;
export type Language = keyof typeof catalogues;

/**
 * The text of a key with `{name}` places filled. `{n|one|other}` picks a word by count in the language's own plural
 * rules: `{count|quote|quotes}`.
 */
export function translate(key: MessageKey, params: MessageParams = {}, language: Language = 'en'): string {
  return catalogues[language][key].replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (whole, name: string, one, other) => {
    const value = params[name];
    if (value === undefined) return whole;
    if (one === undefined) return String(value);
    return new Intl.PluralRules(language).select(Number(value)) === 'one' ? one : other;
  });
}

export function isMessageKey(key: string): key is MessageKey {
  return Object.hasOwn(en, key);
}
