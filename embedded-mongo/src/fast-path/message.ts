import { OP_MSG } from '../wire/message';
import { afterAsciiName, afterScalar, isNamed, isSame, TYPE } from './elements';

/** The offsets of an element in a message, of its value and of its end. */
export type Element = { at: number; value: number; end: number };

/** The offsets of a document in a message, from its length field up to and including its last zero byte. */
export type ByteRange = { at: number; end: number };

/** What every command on the fast path has in common. */
export type FastCommand = {
  bytes: Buffer;
  requestId: number;
  legacy: false;
  database: string;
  collection: string;
};

const FIRST_SECTION = 20;
// A session id is a document whose only field is an `id` of 16 bytes. This is what comes before those 16 bytes.
const SESSION = Buffer.from('1e000000056964001000000004', 'hex');
const SESSION_BYTES = 30;

/** Caches the last string: successive messages often name the same database and collection. */
class CachedString {
  #text = '';

  /** The ASCII string value at `at`; null for any other value. */
  read(bytes: Buffer, at: number, end: number): string | null {
    const size = end - at - 5;
    if (size === this.#text.length && isNamed(bytes, at + 4, this.#text)) return this.#text;
    for (let next = at + 4; next < end - 1; next++) if ((bytes[next] ?? 0) > 0x7f) return null;
    this.#text = bytes.toString('latin1', at + 4, end - 1);
    return this.#text;
  }
}

const databases = new CachedString();
const collections = new CachedString();

/** The document at `at`; null if its length is invalid or it does not end before `limit`. */
export function documentRangeAt(bytes: Buffer, at: number, limit: number): ByteRange | null {
  if (at + 5 > limit) return null;
  const end = at + bytes.readInt32LE(at);
  return end >= at + 5 && end <= limit && bytes[end - 1] === 0 ? { at, end } : null;
}

/** The document of the first section of a message without flags, if it is a command's; null for any other message. */
export function bodyOf(bytes: Buffer): ByteRange | null {
  if (bytes.length < FIRST_SECTION + 6 || bytes.readInt32LE(12) !== OP_MSG || bytes.readInt32LE(16) !== 0) return null;
  return bytes[FIRST_SECTION] === 0 ? documentRangeAt(bytes, FIRST_SECTION + 1, bytes.length) : null;
}

/** Reads one field of a command and returns its end offset; -1 for an unsupported field. */
export type FieldReader = (field: { at: number; value: number; limit: number }) => number;

function isSession(bytes: Buffer, at: number, limit: number): boolean {
  const end = at + SESSION_BYTES;
  return end <= limit && bytes[end - 1] === 0 && isSame(bytes, at, { bytes: SESSION, at: 0, end: SESSION.length });
}

/**
 * Reads a command of this name: the collection it names, `$db` and `lsid`; every other field that is no string is read by
 * `read`. Returns null if a field is not supported, if `$db` is missing or repeated, and for other commands.
 */
export function commandOf(
  bytes: Buffer,
  body: ByteRange,
  { name, read }: { name: string; read: FieldReader },
): FastCommand | null {
  const limit = body.end - 1;
  const first = body.at + 4;
  if (bytes[first] !== TYPE.string || !isNamed(bytes, first + 1, name)) return null;
  const named = first + name.length + 2;
  let at = afterScalar(TYPE.string, bytes, { at: named, limit });
  const collection = at < 0 ? null : collections.read(bytes, named, at);
  if (collection === null) return null;
  let database: string | null = null;
  while (at < limit) {
    const value = afterAsciiName(bytes, at + 1, limit);
    if (value < 0) return null;
    const type = bytes[at] ?? 0;
    if (type === TYPE.string) {
      const end = afterScalar(type, bytes, { at: value, limit });
      if (end < 0 || database !== null || !isNamed(bytes, at + 1, '$db')) return null;
      database = databases.read(bytes, value, end);
      at = end;
    } else if (type === TYPE.object && isNamed(bytes, at + 1, 'lsid')) {
      if (!isSession(bytes, value, limit)) return null;
      at = value + SESSION_BYTES;
    } else at = read({ at, value, limit });
    if (at < 0) return null;
  }
  if (at !== limit || database === null) return null;
  return { bytes, requestId: bytes.readInt32LE(4), legacy: false, database, collection };
}
