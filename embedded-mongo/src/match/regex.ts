import { regexParts } from '../values/compare';
import { matchesText, toRegExp } from '../values/regex';
import { isRegex } from '../values/types';

/**
 * Returns a test that is true for a string that matches the regular expression, and for a stored expression that equals
 * this expression.
 */
export function regexTest(value: unknown, options?: unknown): (candidate: unknown) => boolean {
  const expression = toRegExp(value, options);
  const own = isRegex(value) ? regexParts(value) : { pattern: String(value), flags: '' };
  const flags = typeof options === 'string' ? [...options].sort().join('') : own.flags;
  return (candidate) => {
    if (typeof candidate === 'string') return matchesText(expression, candidate);
    if (!isRegex(candidate)) return false;
    const stored = regexParts(candidate);
    return stored.pattern === own.pattern && stored.flags === flags;
  };
}
