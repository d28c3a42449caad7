import { badValue, missingField, unknownField, wrongType } from './errors';
import { toNumber } from './numbers';
import { type Document, isNumber } from './types';

export type CompareStrings = (a: string, b: string) => number;

const SURROGATE = /[\ud800-\udfff]/;

/** The order of the strings' UTF-8 bytes. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  // UTF-16 orders the surrogates before U+E000 to U+FFFF, UTF-8 after them.
  if (SURROGATE.test(a) || SURROGATE.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : 1;
}

const KNOWN = new Set([
  'locale',
  'strength',
  'caseLevel',
  'caseFirst',
  'numericOrdering',
  'alternate',
  'maxVariable',
  'backwards',
  'normalization',
  'version',
]);

function sensitivity(collation: Document): Intl.CollatorOptions['sensitivity'] {
  const strength = collation.strength === undefined ? 3 : toNumber(collation.strength);
  if (!Number.isInteger(strength) || strength < 1 || strength > 5) {
    throw badValue(
      `Enumeration value '${String(collation.strength)}' for field 'collation.strength' is not a valid value.`,
    );
  }
  if (strength >= 3) return 'variant';
  if (strength === 2) return collation.caseLevel ? 'variant' : 'accent';
  return collation.caseLevel ? 'case' : 'base';
}

function caseFirst(collation: Document): 'upper' | 'lower' | 'false' {
  if (collation.caseFirst === 'upper' || collation.caseFirst === 'lower') return collation.caseFirst;
  return 'false';
}

/** The allowed values of string options. */
const CHOICES: Readonly<Record<string, readonly unknown[]>> = {
  caseFirst: ['upper', 'lower', 'off'],
  alternate: ['non-ignorable', 'shifted'],
  maxVariable: ['punct', 'space'],
};

function checkChoices(collation: Document): void {
  for (const [field, choices] of Object.entries(CHOICES)) {
    const value = collation[field];
    if (value === undefined || choices.includes(value)) continue;
    throw badValue(`Enumeration value '${String(value)}' for field 'collation.${field}' is not a valid value.`);
  }
}

function check(collation: Document): string {
  for (const key of Object.keys(collation)) {
    if (!KNOWN.has(key)) throw unknownField(`collation.${key}`);
  }
  const { locale } = collation;
  if (locale === undefined) throw missingField('collation.locale');
  if (typeof locale !== 'string') throw wrongType('collation.locale', locale, 'string');
  if (collation.strength !== undefined && !isNumber(collation.strength)) {
    throw wrongType('collation.strength', collation.strength, 'int');
  }
  checkChoices(collation);
  if (collation.backwards === true) throw badValue("collation option 'backwards' is not supported by this server");
  return locale;
}

function collator(locale: string, collation: Document): Intl.Collator {
  const tag = locale.replaceAll('_', '-');
  try {
    if (Intl.Collator.supportedLocalesOf(tag).length > 0) {
      return new Intl.Collator(tag, {
        sensitivity: sensitivity(collation),
        caseFirst: caseFirst(collation),
        numeric: collation.numericOrdering === true,
        ignorePunctuation: collation.alternate === 'shifted',
      });
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw badValue(`Field 'locale' is invalid in: { locale: "${locale}" }`);
}

const compiled = new WeakMap<Document, CompareStrings>();

/**
 * The string order of a collation document; byte order if there is none, and for the locale `simple`.
 * @throws codes 2, 14, 40414, 40415 for an invalid collation.
 */
export function stringOrder(collation: Document | undefined): CompareStrings {
  if (!collation || Object.keys(collation).length === 0) return compareText;
  const known = compiled.get(collation);
  if (known) return known;
  const locale = check(collation);
  let order: CompareStrings = compareText;
  if (locale !== 'simple') {
    const { compare } = collator(locale, collation);
    order = (a, b) => compare(a, b);
  }
  compiled.set(collation, order);
  return order;
}

/** True for a collation under which strings are not compared by their bytes. */
export function isCollated(collation: unknown): collation is Document {
  return typeof collation === 'object' && collation !== null && Reflect.get(collation, 'locale') !== 'simple';
}

/** A collation with all its defaults, as in MongoDB's replies. */
export function fullCollation(collation: Document): Document {
  if (!isCollated(collation)) return collation;
  const defaults = {
    locale: collation.locale,
    caseLevel: false,
    caseFirst: 'off',
    strength: 3,
    numericOrdering: false,
    alternate: 'non-ignorable',
    maxVariable: 'punct',
    normalization: false,
    backwards: false,
    version: '57.1',
  };
  return { ...defaults, ...collation };
}

/** True if two collations (or their absence) order strings in the same way. */
export function isSameCollation(a: unknown, b: unknown): boolean {
  if (!isCollated(a) || !isCollated(b)) return isCollated(a) === isCollated(b);
  const [left, right] = [fullCollation(a), fullCollation(b)];
  return Object.keys(left).every((name) => String(left[name]) === String(right[name]));
}
