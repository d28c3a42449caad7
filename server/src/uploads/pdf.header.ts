import { Unreadable } from './pdf.syntax';

const BLANK = String.raw`[\0\t\n\f\r ]`;
/**
 * Number and generation before the end of the text, after a character that is not part of a number. Only `WITHIN`
 * characters are searched, because no writer pads the numbers.
 */
const PLAIN = new RegExp(String.raw`(?<=[^\d+.-])(\d+)${BLANK}+\d+${BLANK}*$`);
const WITHIN = 40;
const NUMBER_AT_END = /[\d+.-]$/;
const NUMBER_BEFORE_COMMENT = /[\d+.-][\s\0\x80\xff]*%/;
const ONLY_COMMENT = /^[\s\0\x80\xff]*%/;

/**
 * The number of the object whose keyword `obj` is at `at`; null if no number precedes it, because the bytes of a
 * picture may contain the keyword too. Throws `Unreadable` for a notation that readers interpret differently: signs,
 * points, comments.
 */
export function objectNumber(text: string, at: number): number | null {
  if (/\w/.test(text.charAt(at + 'obj'.length))) return null;
  const plain = PLAIN.exec(text.slice(Math.max(0, at - WITHIN), at));
  if (plain) return Number(plain[1]);
  if (followsNumber(text, at)) throw new Unreadable('an object without a plain number');
  return null;
}

/** Whether some reader finds a number before `at`. Comments, which may begin anywhere in a line, may stand between. */
function followsNumber(text: string, at: number): boolean {
  for (let end = at; ; ) {
    while (end > 0 && /[\s\0\x80\xff]/.test(text.charAt(end - 1))) end--;
    if (end === 0) return false;
    const start = Math.max(text.lastIndexOf('\n', end - 1), text.lastIndexOf('\r', end - 1)) + 1;
    const line = text.slice(start, end);
    if (NUMBER_AT_END.test(line) || NUMBER_BEFORE_COMMENT.test(line)) return true;
    if (!ONLY_COMMENT.test(line)) return false;
    end = start;
  }
}
