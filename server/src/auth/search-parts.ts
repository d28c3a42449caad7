import type { UserDocument } from './auth.model';

/** The stored parts of an account by which the search finds it. */
export type SearchParts = Required<Pick<UserDocument, 'name_parts' | 'email_parts' | 'phone_parts'>>;

/** A part has at most this many characters, so that a long name needs little space. */
const LONGEST = 12;
/** The minimum number of digits that are looked for in phone numbers. */
const LEAST_DIGITS = 3;
/**
 * The last character in sort order: a text that begins with a part sorts before that part followed by this character.
 */
const LAST_CHARACTER = '\u{10ffff}';

/**
 * The characters of a text without regard to case. Letters that the database treats as equal regardless of case are
 * equal here too. A few others may be equal as well: the search also compares the texts themselves.
 */
function charactersOf(text: string): string[] {
  return [...[...text].map((character) => character.toLowerCase().toUpperCase()).join('')];
}

/**
 * The parts to store of a name or an email: the first `LONGEST` characters of each of its suffixes. If a name or an
 * email contains a searched text, one of its parts therefore begins with the first `LONGEST` characters of the searched
 * text.
 */
export function textParts(text: string): string[] {
  const characters = charactersOf(text);
  const parts = characters.map((_, at) => characters.slice(at, at + LONGEST).join(''));
  // The search ignores white space at the beginning.
  return [...new Set(parts.filter((part) => part.trimStart() === part))];
}

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** The parts to store of a phone number, made from its digits alone. */
export function phoneParts(phone: string | null): string[] {
  return textParts(digitsOf(phone ?? '')).filter((part) => part.length >= LEAST_DIGITS);
}

/** The parts to store of an account. */
export function searchPartsOf({ name, email, phone }: Pick<UserDocument, 'name' | 'email' | 'phone'>): SearchParts {
  return { name_parts: textParts(name), email_parts: textParts(email), phone_parts: phoneParts(phone) };
}

/** The condition that one of the stored parts begins with the first `LONGEST` characters of the searched text. */
export function beginsAs(text: string): { $elemMatch: { $gte: string; $lt: string } } {
  const beginning = charactersOf(text).slice(0, LONGEST).join('');
  return { $elemMatch: { $gte: beginning, $lt: beginning + LAST_CHARACTER } };
}

/** The digits of a searched text that may be a part of a phone number; null for any other text. */
export function searchedDigits(q: string): string | null {
  const digits = digitsOf(q);
  return digits.length >= LEAST_DIGITS && /^[+\d\s()-]+$/.test(q) ? digits : null;
}
