import { fullCollation, stringOrder } from '../values/collation';
import { toNumber } from '../values/numbers';
import { type Document, isNumber, isObject } from '../values/types';

/** Maps all strings that are equal under a collation to the same string. */
export type FoldText = (text: string) => string;

const MARKS = /\p{M}/gu;

/** True for a collation whose equality {@link textFold} cannot express: numbers in strings, ignored punctuation. */
export function isBeyondFolding(collation: unknown): boolean {
  return isObject(collation) && (collation.numericOrdering === true || collation.alternate === 'shifted');
}

/**
 * The folding of an index with a collation, by which it checks uniqueness: strength 1 removes diacritics and case,
 * strength 2 only case, and higher strengths only normalize. `caseLevel` keeps the case at any strength. Null for byte
 * order.
 */
export function textFold(collation: Document | undefined): FoldText | null {
  if (!collation || collation.locale === 'simple') return null;
  const strength = isNumber(collation.strength) ? toNumber(collation.strength) : 3;
  if (strength >= 3) return (text) => text.normalize('NFC');
  const cased = collation.caseLevel === true;
  return (text) => {
    const decomposed = text.normalize('NFKD');
    const bare = strength === 1 ? decomposed.replace(MARKS, '') : decomposed;
    return cased ? bare : bare.toLowerCase();
  };
}

const PLAIN_ASCII = /^[\x20-\x7e]*$/;

/** Latin letters that are a letter of the alphabet with diacritics: é and ū, but not æ, ß or ø. */
const MARKED = Array.from({ length: 0x17f - 0xc0 + 1 }, (_, n) => String.fromCharCode(0xc0 + n)).filter((letter) =>
  /^[A-Za-z]\p{M}+$/u.test(letter.normalize('NFD')),
);
const PLAIN = new RegExp(`^[\\x20-\\x7e${MARKED.join('')}]*$`);

/**
 * True for a string that is certainly folded like all strings that equal it under a collation. For other letters,
 * collations have rules that no folding expresses: ß equals ss, æ equals ae, and some characters are ignored.
 */
export function isPlainText(text: string): boolean {
  return PLAIN_ASCII.test(text) || PLAIN.test(text.normalize('NFC'));
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'];
const SIGNS = Array.from({ length: 0x7f - 0x20 }, (_, n) => String.fromCharCode(0x20 + n));

/** Whether, among many short plain strings, those that are equal under the collation are folded to the same string. */
function foldsAll(collation: Document, fold: FoldText): boolean {
  const order = stringOrder(collation);
  const pairs = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  const texts = ['', ...SIGNS, ...MARKED, ...pairs].sort(order);
  return texts.every((text, at) => {
    const before = texts[at - 1];
    return before === undefined || order(before, text) !== 0 || fold(before) === fold(text);
  });
}

const known = new Map<string, boolean>();

/**
 * True for a collation whose folding finds all equal plain strings. Some languages have rules for letters of the
 * alphabet too (å equals aa, w equals v): indexes with such a collation serve no queries. Each collation is tested once.
 */
export function isFoldable(collation: Document): boolean {
  const name = JSON.stringify(fullCollation(collation));
  const fold = textFold(collation);
  const answer = known.get(name) ?? (fold !== null && !isBeyondFolding(collation) && foldsAll(collation, fold));
  known.set(name, answer);
  return answer;
}
