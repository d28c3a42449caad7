import { toNumber } from '../values/numbers';
import { type Document, isNumber, isObject } from '../values/types';

/** Makes of all strings a collation holds for equal one string. */
export type FoldText = (text: string) => string;

const MARKS = /\p{M}/gu;

/** True for a collation whose equality {@link textFold} cannot express: numbers in strings, ignored punctuation. */
export function isBeyondFolding(collation: unknown): boolean {
  return isObject(collation) && (collation.numericOrdering === true || collation.alternate === 'shifted');
}

/**
 * The folding of an index with a collation, by which it keeps what it calls unique: at strength 1 without marks and
 * case, at 2 without case, above only normalized. Null for the order of bytes.
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
