import { createContext, Script } from 'node:vm';
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

/** How long one text may be tried, in milliseconds. */
const TIMEOUT_MS = 250;
/** Steps a text may take that is tried without a clock, which costs a tenth of a millisecond. */
const FEW_STEPS = 10_000_000;
// What may repeat or be left out, outside of classes and escapes, and references back, which may go astray as well.
const PARTS = /\\[1-9]|\\k<|\\.|\[(?:\\.|[^\]])*\]|\)?(?:[*+]|\{\d+,?\d*\})|(?<![(*+}])\?/gs;
const REPEATING = /^(?:[)*+?{]|\\[1-9]|\\k)/;

const degrees = new WeakMap<RegExp, number>();

/** The power of a text's length that limits the steps it takes; none does where groups are repeated. */
function degreeOf(expression: RegExp): number {
  const known = degrees.get(expression);
  if (known !== undefined) return known;
  const parts = (expression.source.match(PARTS) ?? []).filter((part) => REPEATING.test(part));
  const degree = parts.some((part) => part.startsWith(')')) ? Number.POSITIVE_INFINITY : parts.length + 1;
  degrees.set(expression, degree);
  return degree;
}

// Nothing else than the clock of `node:vm` ends a regular expression that is under way.
const room: { trial: () => unknown } = { trial: () => undefined };
const context = createContext(room);
const script = new Script('trial()');

function withTimeout<T>(trial: () => T): T {
  try {
    room.trial = trial;
    return script.runInContext(context, { timeout: TIMEOUT_MS }) as T;
  } catch (error) {
    const code: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : null;
    if (code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw located(51156, 'Error occurred while executing the regular expression: match limit exceeded');
  } finally {
    room.trial = () => undefined;
  }
}

/**
 * Tries a text with a regular expression. One that may go astray, by repetitions or over a long text, gets a
 * quarter of a second: without that a single query could hold the whole server for years. Throws code 51156.
 */
export function tried<T>(expression: RegExp, text: string, trial: () => T): T {
  return text.length ** degreeOf(expression) <= FEW_STEPS ? trial() : withTimeout(trial);
}

/** As {@link tried}: whether the text matches. */
export function matchesText(expression: RegExp, text: string): boolean {
  return tried(expression, text, () => expression.test(text));
}
