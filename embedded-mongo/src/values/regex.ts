import { regexParts } from './compare';
import { badValue, located } from './errors';
import { isRegex } from './types';

/** Drops what the flag x makes insignificant: white space and comments outside of classes. */
function withoutSpace(source: string): string {
  return source.replace(/\\.|\[(?:\\.|[^\]])*\]|\s+|#.*$/gm, (part) => (/^[\s#]/.test(part) ? '' : part));
}

/**
 * Compiles a BSON regular expression, or a pattern string, to a JavaScript one. `options` win over the expression's own.
 * @throws codes 2, 51091 and 51108 for what cannot be one.
 */
export function toRegExp(value: unknown, options?: unknown): RegExp {
  if (options !== undefined && typeof options !== 'string') throw badValue('$options has to be a string');
  let source = value;
  let flags = options;
  if (isRegex(value)) {
    const parts = regexParts(value);
    source = parts.pattern;
    flags ??= parts.flags;
  }
  if (typeof source !== 'string') throw badValue('$regex has to be a string');
  if (source.includes('\0')) throw located(51091, 'Regular expression cannot contain an embedded null byte');
  let pattern = source;
  let letters = new Set(flags ?? '');
  for (const letter of letters) {
    if (!'imsxu'.includes(letter)) throw located(51108, `invalid flag in regex options: ${flags}`);
  }
  const inline = /^\(\?([imsx]+)\)/.exec(pattern);
  if (inline) {
    pattern = pattern.slice(inline[0].length);
    letters = new Set([...letters, ...(inline[1] ?? '')]);
  }
  if (letters.has('x')) pattern = withoutSpace(pattern);
  // PCRE also knows \A, \z, \Z and (?P<name>…).
  pattern = pattern
    .replace(/\\A/g, '(?<![\\s\\S])')
    .replace(/\\[zZ]/g, '(?![\\s\\S])')
    .replace(/\(\?P</g, '(?<');
  try {
    return new RegExp(pattern, [...letters].filter((letter) => 'ims'.includes(letter)).join(''));
  } catch (error) {
    throw located(51091, `Regular expression is invalid: ${error instanceof Error ? error.message : String(error)}`);
  }
}
