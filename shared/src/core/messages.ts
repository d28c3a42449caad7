import { en } from '../messages/en';
import { languages } from '../messages/languages';

export type MessageKey = keyof typeof en;
export type Catalogue = Readonly<Record<MessageKey, string>>;
/**
 * The values of the placeholders in a text. A message among them is translated into the language of the whole text; a
 * text in several languages is inserted in that language.
 */
export type MessageParams = { readonly [place: string]: string | number | Message | Texts };

export type Language = keyof typeof languages;
export const DEFAULT_LANGUAGE: Language = 'en';

/** The loaded catalogues: always English; besides English, a browser loads only the language that it shows. */
export const catalogues: Partial<Record<Language, Catalogue>> = { en };

/** Adds English texts that a page does not load with the others, because only one part of the app shows them. */
export function addEnglish(texts: Partial<Catalogue>): void {
  catalogues.en = { ...en, ...catalogues.en, ...texts };
}

/** Loads the texts of a language; until then `translate` answers in English. */
export async function loadLanguage(language: Language): Promise<void> {
  catalogues[language] ??= await languages[language].load();
}

/** Every language, in the order in which a switch offers them. */
export function allLanguages(): Language[] {
  return Object.keys(languages).filter(isLanguage);
}

/**
 * Translates a key and fills its `{name}` placeholders. `{n|one|other}` picks the form for the number `n` by the plural
 * rules of the language: `{count|quote|quotes}`.
 * @example translate('geo.coordinates', { lat: '28.613900', lng: '77.209000' })
 */
export function translate(key: MessageKey, params: MessageParams = {}, language: Language = DEFAULT_LANGUAGE): string {
  // If this page has not loaded the text, it shows the key instead of failing.
  const text = (catalogues[language] ?? catalogues.en ?? en)[key] ?? key;
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (whole, name: string, one, other) => {
    const value = params[name];
    if (value === undefined) return whole;
    if (typeof value === 'object') return isMessage(value) ? say(value, language) : textIn(value, language);
    if (one === undefined) return String(value);
    return new Intl.PluralRules(language).select(Number(value)) === 'one' ? one : other;
  });
}

/** A text before its language is chosen: its key and the values of its placeholders. */
export interface Message {
  readonly key: MessageKey;
  readonly params?: MessageParams | undefined;
}

/** A text that is written in several languages, not in the catalogue. */
export type Texts = Readonly<Partial<Record<Language, string>>>;

const isMessage = (value: Message | Texts): value is Message => 'key' in value;

/** A text in this language, else in English; a text that is written in one language only is returned unchanged. */
export function textIn(text: string | Texts, language: Language): string {
  return typeof text === 'string' ? text : (text[language] ?? text[DEFAULT_LANGUAGE] ?? '');
}

/** Translates a message; a text that a person wrote is returned unchanged. */
export function say(text: Message | string, language: Language): string {
  return typeof text === 'string' ? text : translate(text.key, text.params, language);
}

/**
 * Chooses the language for a reader with these preferences (RFC 9110, section 12.5.4: `hi-IN, en;q=0.8`): among the
 * product's languages the one with the highest weight, or the first of several with that weight; the default if none
 * matches.
 */
export function languageFor(accepted: string | undefined): Language {
  const wishes = (accepted ?? '').split(',').map((part) => {
    const [tag = '', ...options] = part.trim().toLowerCase().split(';');
    const weight = options.map((option) => /^\s*q=([\d.]+)$/.exec(option)?.[1]).find(Boolean);
    return { language: tag.split('-')[0] ?? '', weight: Number(weight ?? 1) };
  });
  const spoken = wishes.filter(({ language, weight }) => isLanguage(language) && weight > 0);
  const best = spoken.toSorted((a, b) => b.weight - a.weight)[0]?.language ?? '';
  return isLanguage(best) ? best : DEFAULT_LANGUAGE;
}

/** Whether a text is the code of a language of the product. */
export function isLanguage(name: string): name is Language {
  return Object.hasOwn(languages, name);
}

/** Whether a text is a key of the message catalogue. */
export function isMessageKey(key: string): key is MessageKey {
  return Object.hasOwn(catalogues.en ?? en, key);
}
