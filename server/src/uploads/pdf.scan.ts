import { inflateSync } from 'node:zlib';
import { type Syntax, SyntaxReader, type Token, Unreadable } from './pdf.syntax';

/** Why a PDF is refused: it acts by itself or carries files, it is encrypted, or nobody could say what it holds. */
export type PdfFault = 'active' | 'encrypted' | 'broken';

/** Whatever runs, opens, sends or carries something. None of it belongs to the scan of a paper. */
const ACTIVE = new Set(
  [
    ...['JavaScript', 'JS', 'AA', 'Launch', 'ImportData', 'SubmitForm', 'GoToR', 'GoToE', 'Rendition', 'XFA'],
    ...['EmbeddedFile', 'EmbeddedFiles', 'EF', 'FileAttachment', 'Collection', 'RichMedia', 'Movie', 'Sound', '3D'],
  ].map((name) => `/${name}`),
);

/** The objects of a document's object streams together; the papers that drivers send have a few hundred kilobytes. */
const MAX_INFLATED = 16_000_000;
const SYNTAX_PER_BYTE = 4;
const MIN_SYNTAX = 1_000_000;

/**
 * Looks at every object that any reader of this file could reach: whatever follows a word `obj` anywhere in it, older
 * revisions and what hides in a stream's payload included, and all that is packed into object streams. Null for a file
 * that only shows pages. Never throws.
 */
export function scanPdf(bytes: Uint8Array): PdfFault | null {
  try {
    return faultOf(objectsOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)));
  } catch (error) {
    // Also a payload that does not inflate, or to more than fits.
    if (error instanceof Unreadable || error instanceof Error) return 'broken';
    throw error;
  }
}

/** One object: its number where it stands by itself, and its tokens. */
interface Scanned {
  number: string;
  tokens: Token[];
}

function objectsOf(bytes: Buffer): Scanned[] {
  const text = bytes.toString('latin1');
  const reader = new SyntaxReader(Math.max(MIN_SYNTAX, text.length * SYNTAX_PER_BYTE));
  const found: Scanned[] = [];
  let room = MAX_INFLATED;
  for (const { index } of text.matchAll(/(?<!end)obj|trailer/g)) {
    const keyword = text.startsWith('obj', index) ? 'obj' : 'trailer';
    const isSure = keyword === 'trailer' || isHeader(text, index);
    const syntax = reader.object(text, index + keyword.length, isSure);
    found.push({ number: keyword === 'obj' ? numberBefore(text, index) : '', tokens: syntax.tokens });
    if (syntax.end !== 'stream' || !isObjectStream(syntax.tokens)) continue;
    const content = unpack(bytes, syntax, room);
    room -= content.length;
    found.push(...packedObjects(content, syntax.tokens));
  }
  return found;
}

/** Whether the word `obj` at `at` follows a number, as a reader reads it: bytes of a picture may hold the word, too. */
function isHeader(text: string, at: number): boolean {
  for (let end = at; ; ) {
    while (end > 0 && /[\s\0]/.test(text.charAt(end - 1))) end--;
    if (end === 0 || /\d/.test(text.charAt(end - 1))) return end > 0;
    const line = Math.max(text.lastIndexOf('\n', end - 1), text.lastIndexOf('\r', end - 1)) + 1;
    const comment = text.slice(line, end).indexOf('%');
    if (comment < 0) return false;
    end = line + comment;
  }
}

/** The number of the object whose keyword stands here. */
function numberBefore(text: string, at: number): string {
  return /(\d+)[\s\0]+\d+[\s\0]*$/.exec(text.slice(Math.max(0, at - 40), at))?.[1] ?? '';
}

/** Readers take any stream for one that says where its objects are. */
function isObjectStream(tokens: readonly Token[]): boolean {
  return tokens.includes('/ObjStm') || (tokens.includes('/First') && tokens.includes('/N'));
}

const FILTER = /^\/(Fl|FlateDecode|LZW\w*|A85|ASCII85Decode|AHx|ASCIIHexDecode|RL|RunLengthDecode|Crypt|\w+Decode)$/;

/** The content of an object stream. Writers pack them one way only; another way is a way of hiding. */
function unpack(bytes: Buffer, { tokens, at }: Syntax, room: number): string {
  const filters = tokens.filter((token) => FILTER.test(token));
  const plain = filters.length === 1 && /^\/Fl/.test(filters[0] ?? '');
  if (!plain || tokens.includes('/F') || tokens.includes('/Predictor'))
    throw new Unreadable('an unusual object stream');
  const start = at + (/^(\r\n|\n|\r)/.exec(bytes.toString('latin1', at, at + 2))?.[0].length ?? 0);
  return inflateSync(bytes.subarray(start), { maxOutputLength: room }).toString('latin1');
}

/** Pairs of number and place, counted from `First`, stand before the objects. */
function packedObjects(content: string, tokens: readonly Token[]): Scanned[] {
  const first = numberOf(tokens, '/First');
  const reader = new SyntaxReader(Math.max(MIN_SYNTAX, content.length * SYNTAX_PER_BYTE));
  const head = content.slice(0, first).match(/\d+/g) ?? [];
  const found: Scanned[] = [];
  for (let pair = 0; pair + 1 < head.length; pair += 2) {
    found.push({ number: head[pair] ?? '', tokens: reader.value(content, first + Number(head[pair + 1])) });
  }
  if (found.length < numberOf(tokens, '/N')) throw new Unreadable('fewer objects than an object stream names');
  return found;
}

/** The number written behind a key; one that stands elsewhere in the file or twice could be read in two ways. */
function numberOf(tokens: readonly Token[], key: string): number {
  const value = tokens[tokens.indexOf(key) + 1] ?? '';
  const isReference = tokens[tokens.indexOf(key) + 3] === 'R';
  if (!/^\d+$/.test(value) || isReference || tokens.indexOf(key) !== tokens.lastIndexOf(key)) {
    throw new Unreadable(`no plain ${key}`);
  }
  return Number(value);
}

function faultOf(objects: readonly Scanned[]): PdfFault | null {
  if (objects.some(({ tokens }) => tokens.includes('/Encrypt'))) return 'encrypted';
  if (objects.some(({ tokens }) => tokens.some((token) => ACTIVE.has(token)))) return 'active';
  if (objects.some(({ tokens }) => actsWhenOpened(tokens, objects))) return 'active';
  return objects.some(({ tokens }) => tokens.includes('/Catalog')) ? null : 'broken';
}

/** Whether it does more at opening than to go to a page: many writers ask for that much. */
function actsWhenOpened(tokens: readonly Token[], objects: readonly Scanned[]): boolean {
  return tokens.some((token, key) => {
    if (token !== '/OpenAction') return false;
    const value = tokens.slice(key + 1);
    if (value[2] !== 'R') return !onlyGoes(value);
    const targets = objects.filter(({ number }) => number === value[0]);
    return targets.length === 0 || !targets.every((target) => onlyGoes(target.tokens));
  });
}

/** A destination, or the action of going to one and nothing after it. */
function onlyGoes(value: readonly Token[]): boolean {
  if (value[0] === '[') return true;
  const action = value[0] === '<<' ? value.slice(0, value.indexOf('>>')) : [];
  return (
    action.filter((token) => token === '/S').length === 1 &&
    action[action.indexOf('/S') + 1] === '/GoTo' &&
    !action.includes('/Next')
  );
}
