import { catalogues, type Language, type MessageParams, translate } from '@boli/shared/core/messages';
import { en } from '@boli/shared/messages/en';

type Key = keyof typeof en;
const keys = Object.keys(en) as Key[];

/** A placeholder of a text: `{name}`, or `{count|one|other}` with the words for one and for more. */
const PLACEHOLDER = /\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g;
/** The number of a text's own letters. Plurals count as the word for more than one; other placeholders are left out. */
const lettersIn = (text: string) =>
  text.replace(PLACEHOLDER, (_whole, _name, _one, other) => other ?? '').replace(/[^\p{L}]/gu, '').length;

/** A text as the source of an expression that matches exactly this text. */
export const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A text of the catalogue as an expression that matches it with any values. */
interface Pattern {
  key: Key;
  expression: RegExp;
  /** The names of the placeholders, in the order of the expression's groups. */
  places: string[];
}

/** The expression of a text, in which `place` stands for each placeholder without words of its own. */
function expressionOf(text: string, place: string): { source: string; places: string[] } {
  const places: string[] = [];
  let source = '';
  let end = 0;
  for (const { 0: whole, 1: name = '', 2: one, 3: other, index } of text.matchAll(PLACEHOLDER)) {
    source += escaped(text.slice(end, index));
    end = index + whole.length;
    if (one === undefined) places.push(name);
    source += one === undefined ? place : `(?:${escaped(one)}|${escaped(other ?? '')})`;
  }
  return { source: source + escaped(text.slice(end)), places };
}

const patterns: Pattern[] = keys
  .filter((key) => en[key].includes('{') && lettersIn(en[key]) > 0)
  .map((key) => {
    const { source, places } = expressionOf(en[key], '(.+?)');
    return { key, expression: new RegExp(`^${source}$`, 's'), places };
  });

/** A translation of a text with values; `letters` is the number of the text's own letters in English. */
interface Filled {
  text: string;
  letters: number;
  /** Whether all values are texts of the catalogue themselves. */
  isOfCatalogue: boolean;
}

function filledTranslations(english: string, language: Language): Filled[] {
  return patterns.flatMap(({ key, expression, places }) => {
    const match = expression.exec(english);
    if (!match) return [];
    const values = places.map((_name, at) => match[at + 1] ?? '');
    const translated = values.map((value) => translationsOf(value, language)[0]);
    const params: MessageParams = Object.fromEntries(
      places.map((name, at) => [name, translated[at] ?? values[at] ?? '']),
    );
    return [
      {
        text: translate(key, params, language),
        letters: lettersIn(en[key]),
        isOfCatalogue: translated.every((value) => value !== undefined),
      },
    ];
  });
}

/**
 * The translations of a text of the English catalogue: several if several texts of the catalogue are the same in
 * English. A text with values is recognised by its other words, and its values are translated if they are texts of
 * the catalogue themselves. Empty for any other text, such as a person's name.
 */
export function translationsOf(english: string, language: Language): string[] {
  const same = keys.filter((key) => en[key] === english).map((key) => translate(key, {}, language));
  const filled = filledTranslations(english, language);
  // The text with the most letters of its own is most probably the one that is meant.
  const most = Math.max(0, ...filled.map(({ letters }) => letters));
  const meant = filled.filter(({ letters, isOfCatalogue }) => (same.length > 0 ? isOfCatalogue : letters === most));
  return [...new Set([...same, ...meant.map(({ text }) => text)])];
}

/** The least number of letters in a part of a text: a shorter part would be found in many texts of the catalogue. */
const MEANT = 4;

/**
 * Translates those parts of a text that are texts of the catalogue: facts with a dot between them, or one text of the
 * catalogue with something before or after it, such as the number of a tab.
 */
export function translatedWithin(english: string, language: Language): string {
  return english
    .split(' · ')
    .map((fact) => {
      const [whole] = translationsOf(fact, language);
      if (whole !== undefined) return whole;
      const within = keys.filter((key) => lettersIn(en[key]) >= MEANT && fact.includes(en[key]));
      const [longest] = within.toSorted((one, other) => en[other].length - en[one].length);
      return longest ? fact.replace(en[longest], translate(longest, {}, language)) : fact;
    })
    .join(' · ');
}

/** Examples of values for placeholders: a number for each form of a plural, distances, durations, an age, an amount. */
const VALUES = ['1', '2', '2 km', '2 km · 2 min', '2 min', '2 s ago', '₹250.00'];

/** The values of a text's placeholders by their names. */
type Values = Readonly<Record<string, string>>;

/** A text with its values, in which each plural has the word for its value. */
const filledWith = (text: string, values: Values) =>
  text.replace(PLACEHOLDER, (_whole, name, one, other) => {
    const value = values[name] ?? '';
    if (one === undefined) return value;
    return value === '1' ? one : other;
  });

const namesIn = (text: string) => [...new Set(Array.from(text.matchAll(PLACEHOLDER), ([, name = '']) => name))];

/** The same value for all placeholders of a text. */
const sameForAll = (text: string, values: readonly string[]): Values[] =>
  values.map((value) => Object.fromEntries(namesIn(text).map((name) => [name, value])));

/** The maximum number of placeholders of a text for which all combinations of values are tried. */
const COMBINED = 3;

/** All combinations of values for the placeholders of a text. */
function combined(text: string, values: readonly string[]): Values[] {
  const names = namesIn(text);
  if (names.length > COMBINED) return [];
  return names.reduce<Values[]>(
    (some, name) => some.flatMap((chosen) => values.map((value) => ({ ...chosen, [name]: value }))),
    [{}],
  );
}

/** Expressions for the translations of the given texts, each with any values. */
function expressionsOf(meant: readonly Key[], language: Language): string[] {
  const texts = catalogues[language];
  if (!texts) throw new Error(`the texts of ${language} are not loaded`);
  return [...new Set(meant.map((key) => expressionOf(texts[key], '.*').source))];
}

/** Expressions for the translations of all texts whose English form contains the given part. */
export function expressionsOfPart(english: string, language: Language): string[] {
  if (lettersIn(english) < MEANT) return [];
  const part = english.toLowerCase();
  const has = (key: Key) =>
    sameForAll(en[key], VALUES).some((values) => filledWith(en[key], values).toLowerCase().includes(part));
  return expressionsOf(keys.filter(has), language);
}

/** What `expressionsOfMatching` finds: expressions that match the translations of English texts. */
interface Matching {
  /** For the English texts that the given expression matches from beginning to end. */
  whole: string[];
  /** For the English texts of which it matches only a part. */
  part: string[];
}

/** Finds all texts whose English form matches the given expression. Returns expressions for their translations. */
export function expressionsOfMatching({ source, flags }: RegExp, language: Language): Matching {
  // An expression without words matches numbers or amounts, which are the same in every language.
  if (!/[A-Za-z]{2}/.test(source.replace(/\\[a-zA-Z]/g, ''))) return { whole: [], part: [] };
  const english = new RegExp(source, flags.replace('g', ''));
  const figures = source.replaceAll('\\.', '.').match(/₹?\d+(?:[.,]\d+)*/g) ?? [];
  // With a value that alone matches the expression, every text with a placeholder would match.
  const examples = [...VALUES, ...(source.match(/\d+/g) ?? []), ...figures].filter((value) => !english.test(value));
  const foundWith = (valuesOf: typeof combined) => {
    const matched = keys.map((key) => {
      const texts = valuesOf(en[key], examples).map((values) => filledWith(en[key], values));
      return { key, texts: texts.filter((text) => english.test(text)) };
    });
    const meant = matched.filter(({ texts }) => texts.length > 0);
    // A text that consists of its values, such as `{first} · {second}`, says nothing about what is meant.
    const worded = meant.filter(({ key }) => lettersIn(en[key]) > 0);
    const isWhole = ({ texts }: { texts: string[] }) => texts.some((text) => english.exec(text)?.[0] === text);
    const found = worded.length > 0 ? worded : meant;
    return {
      whole: found.filter(isWhole).map(({ key }) => key),
      part: found.filter((each) => !isWhole(each)).map(({ key }) => key),
    };
  };
  const simple = foundWith(sameForAll);
  // Most texts are found with one value for all placeholders; a text with an amount and a number needs different ones.
  const { whole, part } = simple.whole.length + simple.part.length > 0 ? simple : foundWith(combined);
  return { whole: expressionsOf(whole, language), part: expressionsOf(part, language) };
}

/**
 * The source of an expression with its words translated. If all words together are one text of the catalogue, perhaps
 * with values in it such as a person's name, they are translated together; otherwise each run of words that is a text
 * of the catalogue is translated by itself.
 */
export function translatedInside(source: string, language: Language): string {
  const either = (translations: string[]) => `(?:${translations.map(escaped).join('|')})`;
  const [, start = '', words = '', end = ''] = /^(\^?)(.*?)(\$?)$/s.exec(source) ?? [];
  const all = escaped(words) === words ? translationsOf(words, language) : [];
  if (all.length > 0) return `${start}${either(all)}${end}`;
  return source.replace(/(?<!\\)\b[A-Z][a-z]+(?: [A-Za-z]+)*/g, (run) => {
    const translations = translationsOf(run, language);
    return translations.length > 0 ? either(translations) : run;
  });
}
