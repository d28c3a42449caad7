import { afterAsciiName, afterScalar, isNamed, isSame, TYPE } from './elements';

/**
 * An update of one document by its `_id`, as offsets into its message. An element is a type byte, a name that ends in a
 * zero byte, and a value.
 */
export type FastUpdate = {
  bytes: Buffer;
  requestId: number;
  legacy: false;
  database: string;
  collection: string;
  /** The fields of the query, `_id` first. */
  conditions: readonly Element[];
  /** The fields of `$set` and, with `adds`, of `$inc`; each field only once. */
  changes: readonly Change[];
};

/** The offsets of an element, of its value and of its end. */
export type Element = { at: number; value: number; end: number };

/** A field's new value or, with `adds`, its increment. */
export type Change = Element & { adds: boolean };

/** The offsets of a document in the message, from its length field up to and including its last zero byte. */
type ByteRange = { at: number; end: number };

const OP_MSG = 2013;
const FIRST_SECTION = 20;
/** The maximum number of fields. More fields are rare, and comparing each with all others would no longer be fast. */
const MAX_FIELDS = 8;
// A session id is a document whose only field is an `id` of 16 bytes. This is what comes before those 16 bytes.
const SESSION = Buffer.from('1e000000056964001000000004', 'hex');
const SESSION_BYTES = 30;
const DOLLAR = 0x24;
const DOT = 0x2e;
const NINE = 0x39;

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

function documentRangeAt(bytes: Buffer, at: number, limit: number): ByteRange | null {
  if (at + 5 > limit) return null;
  const end = at + bytes.readInt32LE(at);
  return end >= at + 5 && end <= limit && bytes[end - 1] === 0 ? { at, end } : null;
}

/**
 * True for the name of a plain top-level field: no path, no operator, and no digit at the start, because names that are
 * numbers change the order of fields.
 */
function isPlain(bytes: Buffer, at: number): boolean {
  const first = bytes[at] ?? 0;
  if (first === 0 || first === DOLLAR || (first <= NINE && first >= 0x30)) return false;
  for (let next = at; bytes[next] !== 0; next++) if (bytes[next] === DOT) return false;
  return true;
}

function hasDuplicate(bytes: Buffer, fields: readonly Element[], { at, value }: Element): boolean {
  for (const other of fields) {
    if (value - at === other.value - other.at && isSame(bytes, other.at + 1, { bytes, at: at + 1, end: value })) {
      return true;
    }
  }
  return false;
}

/** Adds the plain scalar fields of a document to a list. Returns false for other fields, too many or duplicate ones. */
function gather<T extends Element>(
  bytes: Buffer,
  { at: start, end: limit }: ByteRange,
  fields: { list: T[]; make: (element: Element) => T },
): boolean {
  let at = start + 4;
  while (at < limit - 1) {
    const value = afterAsciiName(bytes, at + 1, limit - 1);
    if (value < 0 || !isPlain(bytes, at + 1) || fields.list.length === MAX_FIELDS) return false;
    const end = afterScalar(bytes[at] ?? 0, bytes, { at: value, limit: limit - 1 });
    if (end < 0) return false;
    const element = { at, value, end };
    if (hasDuplicate(bytes, fields.list, element)) return false;
    fields.list.push(fields.make(element));
    at = end;
  }
  return at === limit - 1;
}

const asCondition = (element: Element): Element => element;
const asSet = ({ at, value, end }: Element): Change => ({ at, value, end, adds: false });
const asSum = ({ at, value, end }: Element): Change => ({ at, value, end, adds: true });

function conditionsOf(bytes: Buffer, query: ByteRange): Element[] | null {
  const list: Element[] = [];
  if (!gather(bytes, query, { list, make: asCondition })) return null;
  const id = list.findIndex(({ at }) => isNamed(bytes, at + 1, '_id'));
  if (id < 0) return null;
  if (id > 0) list.unshift(...list.splice(id, 1));
  for (const { at } of list) {
    const type = bytes[at];
    // Null equals missing fields too, and doubles with different bytes can be equal (-0, NaN).
    if (type === TYPE.null || type === TYPE.double) return null;
  }
  return list;
}

function changesOf(bytes: Buffer, update: ByteRange): Change[] | null {
  const list: Change[] = [];
  let at = update.at + 4;
  while (at < update.end - 1) {
    const value = afterAsciiName(bytes, at + 1, update.end - 1);
    const fields = value < 0 || bytes[at] !== TYPE.object ? null : documentRangeAt(bytes, value, update.end - 1);
    if (!fields) return null;
    const adds = isNamed(bytes, at + 1, '$inc');
    if (!adds && !isNamed(bytes, at + 1, '$set')) return null;
    if (!gather(bytes, fields, { list, make: adds ? asSum : asSet })) return null;
    at = fields.end;
  }
  const isFit = (change: Change) =>
    !isNamed(bytes, change.at + 1, '_id') && (!change.adds || bytes[change.at] === TYPE.int);
  return at === update.end - 1 && list.length > 0 && list.every(isFit) ? list : null;
}

type Statement = Pick<FastUpdate, 'conditions' | 'changes'>;

function statementOf(bytes: Buffer, { at: start, end: limit }: ByteRange): Statement | null {
  let conditions: Element[] | null = null;
  let changes: Change[] | null = null;
  let at = start + 4;
  while (at < limit - 1) {
    const value = afterAsciiName(bytes, at + 1, limit - 1);
    if (value < 0) return null;
    const type = bytes[at];
    if (type === TYPE.object) {
      const part = documentRangeAt(bytes, value, limit - 1);
      if (part && !conditions && isNamed(bytes, at + 1, 'q')) conditions = conditionsOf(bytes, part);
      else if (part && !changes && isNamed(bytes, at + 1, 'u')) changes = changesOf(bytes, part);
      else return null;
      at = part.end;
    } else if (
      type === TYPE.bool &&
      bytes[value] === 0 &&
      (isNamed(bytes, at + 1, 'multi') || isNamed(bytes, at + 1, 'upsert'))
    ) {
      at = value + 1;
    } else return null;
  }
  return conditions && changes && at === limit - 1 ? { conditions, changes } : null;
}

/** The only document of an array; null if there is none or more than one. */
function onlyElement(bytes: Buffer, array: ByteRange): ByteRange | null {
  if (bytes[array.at + 4] !== TYPE.object || !isNamed(bytes, array.at + 5, '0')) return null;
  const only = documentRangeAt(bytes, array.at + 7, array.end - 1);
  return only && only.end === array.end - 1 ? only : null;
}

/** The command's own fields, and the offsets of its statement. */
type Envelope = { database: string | null; collection: string | null; statement: ByteRange | null };

function isSession(bytes: Buffer, at: number, limit: number): boolean {
  const end = at + SESSION_BYTES;
  return end <= limit && bytes[end - 1] === 0 && isSame(bytes, at, { bytes: SESSION, at: 0, end: SESSION.length });
}

/** Reads one field of the command into the envelope. Returns its end offset; -1 for an unsupported field. */
function readField(bytes: Buffer, { at, value, limit }: { at: number; value: number; limit: number }, to: Envelope) {
  const type = bytes[at];
  if (type === TYPE.string) {
    const end = afterScalar(type, bytes, { at: value, limit });
    if (end < 0 || !isNamed(bytes, at + 1, '$db') || to.database !== null) return -1;
    to.database = databases.read(bytes, value, end);
    return end;
  }
  if (type === TYPE.object)
    return isNamed(bytes, at + 1, 'lsid') && isSession(bytes, value, limit) ? value + SESSION_BYTES : -1;
  if (type === TYPE.bool) return isNamed(bytes, at + 1, 'ordered') && (bytes[value] ?? 2) < 2 ? value + 1 : -1;
  if (type !== TYPE.array || to.statement || !isNamed(bytes, at + 1, 'updates')) return -1;
  const list = documentRangeAt(bytes, value, limit);
  to.statement = list && onlyElement(bytes, list);
  return list && to.statement ? list.end : -1;
}

function envelopeOf(bytes: Buffer, body: ByteRange): Envelope | null {
  const limit = body.end - 1;
  const value = body.at + 12;
  if (bytes[body.at + 4] !== TYPE.string || !isNamed(bytes, body.at + 5, 'update')) return null;
  let at = afterScalar(TYPE.string, bytes, { at: value, limit });
  if (at < 0) return null;
  const envelope: Envelope = { database: null, collection: collections.read(bytes, value, at), statement: null };
  while (at < limit) {
    const next = afterAsciiName(bytes, at + 1, limit);
    at = next < 0 ? -1 : readField(bytes, { at, value: next, limit }, envelope);
    if (at < 0) return null;
  }
  return at === limit ? envelope : null;
}

/** The only document of a section of the kind `updates`; null for any other section. */
function sequenceOf(bytes: Buffer, at: number, end: number): ByteRange | null {
  if (bytes[at] !== 1 || at + 5 > end || at + 1 + bytes.readInt32LE(at + 1) !== end) return null;
  if (!isNamed(bytes, at + 5, 'updates')) return null;
  const only = documentRangeAt(bytes, at + 13, end);
  return only?.end === end ? only : null;
}

/**
 * Parses a message that updates one document by `$set` and `$inc` of top-level scalar fields. The document is found by
 * its `_id`; each further condition may only require that a top-level field equals a scalar. Such a message is
 * validated as strictly as by the decoder. Returns null for every other message, valid or not, because such a message
 * takes the general path.
 */
export function parseFastUpdate(bytes: Buffer): FastUpdate | null {
  if (bytes.length < FIRST_SECTION + 6 || bytes.readInt32LE(12) !== OP_MSG || bytes.readInt32LE(16) !== 0) return null;
  const body = bytes[FIRST_SECTION] === 0 ? documentRangeAt(bytes, FIRST_SECTION + 1, bytes.length) : null;
  const envelope = body && envelopeOf(bytes, body);
  if (!body || !envelope) return null;
  const { database, collection } = envelope;
  const rest = body.end < bytes.length;
  if (rest === (envelope.statement !== null)) return null;
  const range = rest ? sequenceOf(bytes, body.end, bytes.length) : envelope.statement;
  const statement = range && statementOf(bytes, range);
  if (!statement || database === null || collection === null) return null;
  return { bytes, requestId: bytes.readInt32LE(4), legacy: false, database, collection, ...statement };
}
