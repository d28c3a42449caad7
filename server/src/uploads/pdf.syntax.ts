/** The tokens of PDF syntax: names begin with `/` and are decoded, strings are `()` without their content. */
export type Token = string;

/** White space by the standard (ISO 32000-1, 7.2.2). */
const STANDARD_BLANKS: ReadonlySet<string> = new Set('\0\t\n\f\r ');
/** PDFium, the reader of Chrome and Edge, treats two more bytes as white space; to the others they are part of a name. */
const PDFIUM_BLANKS: ReadonlySet<string> = new Set([...STANDARD_BLANKS, '\x80', '\xff']);

/** The definitions of white space by the readers of PDFs: a document is checked with each of them. */
export const BLANKS_OF_READERS = [STANDARD_BLANKS, PDFIUM_BLANKS] as const;

const BLANKS = /[\0\t\n\f\r ]+/;
const DELIMITER = new Set('()<>[]{}/%');
/** The keywords that end an indirect object; a stream's payload is not syntax. */
const ENDS = new Set(['endobj', 'stream', 'endstream', 'obj', 'xref', 'trailer', 'startxref']);
const CLOSES: Record<string, string> = { '<<': '>>', '[': ']' };

/** The tokens of one object, the keyword that ended it (empty at the end of the text), and the index after it. */
export interface Syntax {
  tokens: Token[];
  end: string;
  at: number;
}

/** Syntax that readers interpret differently, or more syntax than any real document has. */
export class Unreadable extends Error {}

/**
 * Reads PDF syntax token by token. `budget` is the maximum number of characters it reads in all: objects that overlap
 * on purpose would take quadratic time.
 */
export class SyntaxReader {
  #budget: number;
  readonly #blanks: ReadonlySet<string>;

  constructor(budget: number, blanks: ReadonlySet<string>) {
    this.#budget = budget;
    this.#blanks = blanks;
  }

  /**
   * Reads from `at` to the keyword that ends an indirect object, or to the end of the text. Throws `Unreadable` for a
   * string in the place of a key, and beyond the budget. If `isSure` states that an object begins here, also throws for
   * such a keyword inside the object's brackets, because readers skip the keyword there and continue.
   */
  object(text: string, at: number, isSure: boolean): Syntax {
    const tokens: Token[] = [];
    const open: string[] = [];
    const keys = new KeyOrder();
    for (let here = at; ; ) {
      const [token, next] = this.#token(text, here);
      here = next;
      if (isSure && open.length > 0 && ENDS.has(token)) throw new Unreadable('an object ends inside its brackets');
      if (token === '' || ENDS.has(token)) return { tokens, end: token, at: here };
      keys.check(token);
      const close = CLOSES[token];
      if (close) open.push(close);
      else if (token === open.at(-1)) open.pop();
      tokens.push(token);
    }
  }

  /**
   * Reads one value of an object stream, where values have no keywords. Throws `Unreadable` for a value that does not
   * end, or whose brackets do not match, for a string in the place of a key, and beyond the budget.
   */
  value(text: string, at: number): Syntax {
    const tokens: Token[] = [];
    const open: string[] = [];
    const keys = new KeyOrder();
    for (let here = at; ; ) {
      const [token, next] = this.#token(text, here);
      here = next;
      if (token === '') throw new Unreadable('a value does not end');
      keys.check(token);
      tokens.push(token);
      const close = CLOSES[token];
      if (close) open.push(close);
      else if (token === '>>' || token === ']') {
        if (open.pop() !== token) throw new Unreadable('brackets do not match');
      }
      if (open.length === 0) return { tokens, end: '', at: here };
    }
  }

  /** The token at or after `at` and where it ends; an empty one at the end of the text. */
  #token(text: string, at: number): [Token, number] {
    const start = skipBlank(text, at, this.#blanks);
    const end = endOf(text, start, this.#blanks);
    this.#budget -= end - at;
    if (this.#budget < 0) throw new Unreadable('too much syntax');
    const first = text[start];
    if (first === '(') return ['()', end];
    if (first === '<' && text[start + 1] !== '<') return ['()', end];
    const token = text.slice(start, end);
    return [first === '/' ? decoded(token) : token, end];
  }
}

/**
 * Follows keys and values through dictionaries. No writer puts a string in the place of a key, and readers treat such a
 * string differently: PDFium skips only its bracket and continues reading inside.
 */
class KeyOrder {
  /** For each open bracket, from the outside: the kind of the next token in a dictionary; null in an array. */
  readonly #next: ('key' | 'value' | null)[] = [];

  /** Throws `Unreadable` for a string in the place of a key. */
  check(token: Token): void {
    const at = this.#next.length - 1;
    if (token === '>>' || token === ']') {
      this.#next.pop();
      return;
    }
    if (this.#next[at] === 'key') {
      if (token === '()') throw new Unreadable('a string where a key belongs');
      // A token that is not a name belongs to the value before, like the rest of a reference.
      if (token.startsWith('/')) this.#next[at] = 'value';
    } else if (this.#next[at] === 'value') {
      this.#next[at] = 'key';
    }
    if (token === '<<') this.#next.push('key');
    if (token === '[') this.#next.push(null);
  }
}

/**
 * The numbers before `end`: plain integers and white space, nothing else, the last of them complete. Throws
 * `Unreadable` for anything else: readers interpret signs, points and comments differently.
 */
export function integersUntil(text: string, end: number): number[] {
  const words = text.slice(0, end).split(BLANKS).filter(Boolean);
  const isCut = isRegular(text.charAt(end - 1)) && isRegular(text.charAt(end));
  if (isCut || !words.every((word) => /^\d+$/.test(word))) throw new Unreadable('more than plain integers');
  return words.map(Number);
}

/** Whether the tokens at `at` refer to an object; the second number may be joined with the `R` that follows it. */
export function isReference(tokens: readonly Token[], at: number): boolean {
  return [tokens[at], tokens[at + 1]].every((token) => /^[\d+.-]/.test(token ?? ''));
}

function isRegular(char: string): boolean {
  return char !== '' && !STANDARD_BLANKS.has(char) && !DELIMITER.has(char);
}

/** The index after white space and comments. */
function skipBlank(text: string, at: number, blanks: ReadonlySet<string>): number {
  let here = at;
  for (; here < text.length; here++) {
    const char = text.charAt(here);
    if (char === '%') while (here + 1 < text.length && !'\r\n'.includes(text.charAt(here + 1))) here++;
    else if (!blanks.has(char)) break;
  }
  return here;
}

/** The index after the token that begins at `start`. */
function endOf(text: string, start: number, blanks: ReadonlySet<string>): number {
  const first = text.charAt(start);
  if (first === '(') return endOfString(text, start);
  if (first === '<') return text[start + 1] === '<' ? start + 2 : endOfHex(text, start);
  if (first === '>') return text[start + 1] === '>' ? start + 2 : start + 1;
  if (first !== '/' && DELIMITER.has(first)) return start + 1;
  let end = start + 1;
  while (end < text.length && !blanks.has(text.charAt(end)) && !DELIMITER.has(text.charAt(end))) end++;
  return Math.min(end, text.length);
}

/** The index after a literal string: brackets nest, and a backslash escapes the next character. */
function endOfString(text: string, start: number): number {
  let depth = 0;
  for (let here = start; here < text.length; here++) {
    const char = text[here];
    if (char === '\\') here++;
    else if (char === '(') depth++;
    else if (char === ')' && --depth === 0) return here + 1;
  }
  return text.length;
}

function endOfHex(text: string, start: number): number {
  const close = text.indexOf('>', start);
  return close < 0 ? text.length : close + 1;
}

/**
 * Decodes a name, in which any character may be written as `#` and two hex digits. Some readers also compute with other
 * characters (`#3Z` is `S`); the others leave such a `#` in the name, and no key that is checked contains one.
 */
function decoded(name: string): string {
  return name.replace(/#(.)(.)/gs, (_, high: string, low: string) =>
    String.fromCharCode((digit(high) * 16 + digit(low)) & 0xff),
  );
}

function digit(char: string): number {
  const code = char.toUpperCase().charCodeAt(0);
  return code > 0x39 ? code - 0x41 + 10 : code - 0x30;
}
