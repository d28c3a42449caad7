import { inflateSync } from 'node:zlib';
import { acts, type Scanned } from './pdf.acts';
import { objectNumber } from './pdf.header';
import {
  BLANKS_OF_READERS,
  integersUntil,
  isReference,
  type Syntax,
  SyntaxReader,
  type Token,
  Unreadable,
} from './pdf.syntax';

/**
 * The reason why a PDF is refused: it runs actions or contains files, it is encrypted, or its content cannot be
 * determined.
 */
export type PdfFault = 'active' | 'encrypted' | 'broken';

/**
 * The maximum size in bytes of all inflated object streams together; drivers' documents have a few hundred kilobytes.
 */
const MAX_INFLATED = 16_000_000;
const SYNTAX_PER_BYTE = 4;
const MIN_SYNTAX = 1_000_000;

/**
 * Checks every object that any reader of this file could reach: everything after a keyword `obj` or `trailer` anywhere
 * in the file, including older revisions and the payload of streams, and every object in object streams. The check runs
 * once for each reader's definition of white space. Null for a file that only shows pages. Never throws.
 */
export function scanPdf(bytes: Uint8Array): PdfFault | null {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  try {
    const faults = BLANKS_OF_READERS.map((blanks) => faultOf(objectsOf(whole, blanks)));
    return faults.find((fault) => fault !== null) ?? null;
  } catch (error) {
    // An `Error` is also thrown for a payload that cannot be inflated, or becomes too large.
    if (error instanceof Unreadable || error instanceof Error) return 'broken';
    throw error;
  }
}

function objectsOf(bytes: Buffer, blanks: ReadonlySet<string>): Scanned[] {
  const text = bytes.toString('latin1');
  const reader = new SyntaxReader(Math.max(MIN_SYNTAX, text.length * SYNTAX_PER_BYTE), blanks);
  const found: Scanned[] = [];
  const streams: Syntax[] = [];
  for (const { index } of text.matchAll(/(?<!end)obj|trailer/g)) {
    const keyword = text.startsWith('obj', index) ? 'obj' : 'trailer';
    const number = keyword === 'obj' ? objectNumber(text, index) : null;
    const syntax = reader.object(text, index + keyword.length, keyword === 'trailer' || number !== null);
    found.push({ number, tokens: syntax.tokens, isStream: syntax.end === 'stream' });
    if (syntax.end === 'stream' && isObjectStream(syntax.tokens)) streams.push(syntax);
  }
  return [...found, ...unpackedObjects(bytes, streams, found, blanks)];
}

function unpackedObjects(
  bytes: Buffer,
  streams: readonly Syntax[],
  objects: readonly Scanned[],
  blanks: ReadonlySet<string>,
): Scanned[] {
  let room = MAX_INFLATED;
  return streams.flatMap((stream) => {
    const content = unpack(payloadOf(bytes, stream, objects), stream.tokens, room);
    room -= content.length;
    return packedObjects(content, stream.tokens, blanks);
  });
}

/** Whether readers treat a stream as an object stream: it is enough that it states where its objects are. */
function isObjectStream(tokens: readonly Token[]): boolean {
  return tokens.includes('/ObjStm') || (tokens.includes('/First') && tokens.includes('/N'));
}

/**
 * The bytes of a stream that every reader treats as its payload: up to its length or to the keyword that ends it,
 * whichever is nearer. Throws `Unreadable` if readers differ in the beginning or the length of the payload.
 */
function payloadOf(bytes: Buffer, { tokens, at }: Syntax, objects: readonly Scanned[]): Buffer {
  const line = /^(\r\n|\n|\r)/.exec(bytes.toString('latin1', at, at + 2));
  if (!line) throw new Unreadable('a payload on the line of its keyword');
  const start = at + line[0].length;
  const end = bytes.indexOf('endstream', start);
  return bytes.subarray(start, Math.min(start + lengthOf(tokens, objects), end < 0 ? bytes.length : end));
}

/** The length of a stream. Writers that do not know it in advance write it into an object after the stream. */
function lengthOf(tokens: readonly Token[], objects: readonly Scanned[]): number {
  const at = onlyPlaceOf('/Length', tokens) + 1;
  if (!isReference(tokens, at)) return numberOf(tokens, '/Length');
  const found = objects.filter(({ number }) => number === Number(tokens[at]));
  if (found.length === 0 || !found.every((object) => /^\d+$/.test(object.tokens.join(' ')))) {
    throw new Unreadable('no plain length');
  }
  return Math.min(...found.map((object) => Number(object.tokens[0])));
}

const FLATE = new Set(['/FlateDecode', '/Fl']);
/** Keys that would transform the payload once more. */
const UNUSUAL = ['/F', '/DecodeParms', '/DP'];

/**
 * The content of an object stream. Writers use only one encoding. Throws `Unreadable` for any other, because it could
 * hide objects.
 */
function unpack(payload: Buffer, tokens: readonly Token[], room: number): string {
  const at = onlyPlaceOf('/Filter', tokens) + 1;
  const [filter, close] = tokens[at] === '[' ? [tokens[at + 1], tokens[at + 2]] : [tokens[at], ']'];
  const isPlain = FLATE.has(filter ?? '') && close === ']' && !UNUSUAL.some((key) => tokens.includes(key));
  if (!isPlain) throw new Unreadable('an unusual object stream');
  return inflateSync(payload, { maxOutputLength: room }).toString('latin1');
}

/**
 * The objects in the content of an object stream. Pairs of number and offset, counted from `First`, precede the
 * objects, which follow each other. Throws `Unreadable` for any other arrangement.
 */
function packedObjects(content: string, tokens: readonly Token[], blanks: ReadonlySet<string>): Scanned[] {
  const first = numberOf(tokens, '/First');
  const reader = new SyntaxReader(Math.max(MIN_SYNTAX, content.length * SYNTAX_PER_BYTE), blanks);
  const head = integersUntil(content, first);
  if (head.length !== 2 * numberOf(tokens, '/N')) throw new Unreadable('not as many objects as it says');
  const found: Scanned[] = [];
  let free = first;
  for (let pair = 0; pair < head.length; pair += 2) {
    const place = first + (head[pair + 1] ?? 0);
    // Readers differ in whether a value ends where the next one begins.
    if (place < free) throw new Unreadable('objects that overlap');
    const value = reader.value(content, place);
    free = value.at;
    found.push({ number: head[pair] ?? null, tokens: value.tokens, isStream: false });
  }
  return found;
}

/** The number after a key. Throws `Unreadable` for a number in another object, which could be read in two ways. */
function numberOf(tokens: readonly Token[], key: string): number {
  const at = onlyPlaceOf(key, tokens) + 1;
  const value = tokens[at] ?? '';
  const isAlone = /^(\/|>>)/.test(tokens[at + 1] ?? '');
  if (!/^\d+$/.test(value) || !isAlone) throw new Unreadable(`no plain ${key}`);
  return Number(value);
}

/**
 * The only position of a key. Throws `Unreadable` for a key that is given twice: readers differ in which value they
 * take.
 */
function onlyPlaceOf(key: string, tokens: readonly Token[]): number {
  const at = tokens.indexOf(key);
  if (at < 0 || at !== tokens.lastIndexOf(key)) throw new Unreadable(`not one ${key}`);
  return at;
}

function faultOf(objects: readonly Scanned[]): PdfFault | null {
  if (objects.some(({ tokens }) => tokens.includes('/Encrypt'))) return 'encrypted';
  if (acts(objects)) return 'active';
  return objects.some(({ tokens }) => tokens.includes('/Catalog')) ? null : 'broken';
}
