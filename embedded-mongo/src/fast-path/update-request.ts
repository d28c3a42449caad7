import { afterAsciiName, afterScalar, isNamed, isSame, TYPE } from './elements';
import { type ByteRange, bodyOf, commandOf, documentRangeAt, type Element, type FastCommand } from './message';

/**
 * An update of one document by its `_id`, as offsets into its message. An element is a type byte, a name that ends in a
 * zero byte, and a value.
 */
export type FastUpdate = FastCommand & {
  kind: 'update';
  /** The fields of the query, `_id` first. */
  conditions: readonly Element[];
  /** The fields of `$set` and, with `adds`, of `$inc`; each field only once. */
  changes: readonly Change[];
};

/** A field's new value or, with `adds`, its increment. */
export type Change = Element & { adds: boolean };

/** The maximum number of fields. More fields are rare, and comparing each with all others would no longer be fast. */
const MAX_FIELDS = 8;
const DOLLAR = 0x24;
const DOT = 0x2e;
const NINE = 0x39;

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
  const body = bodyOf(bytes);
  if (!body) return null;
  let listed: ByteRange | null = null;
  const command = commandOf(bytes, body, {
    name: 'update',
    read: ({ at, value, limit }) => {
      if (bytes[at] === TYPE.bool) return isNamed(bytes, at + 1, 'ordered') && (bytes[value] ?? 2) < 2 ? value + 1 : -1;
      if (bytes[at] !== TYPE.array || listed || !isNamed(bytes, at + 1, 'updates')) return -1;
      const list = documentRangeAt(bytes, value, limit);
      listed = list && onlyElement(bytes, list);
      return list && listed ? list.end : -1;
    },
  });
  const rest = body.end < bytes.length;
  if (!command || rest === (listed !== null)) return null;
  const range = rest ? sequenceOf(bytes, body.end, bytes.length) : listed;
  const statement = range && statementOf(bytes, range);
  return statement && { kind: 'update', ...command, ...statement };
}
