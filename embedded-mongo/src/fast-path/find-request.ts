import { afterScalar, isNamed, TYPE } from './elements';
import { bodyOf, commandOf, documentRangeAt, type Element, type FastCommand } from './message';

/** A find of one whole document by its `_id`, as offsets into its message. */
export type FastFind = FastCommand & { kind: 'find'; id: Element };

/** The `_id` of a filter that has no other field, if it is a string or an ObjectId; null for any other filter. */
function onlyId(bytes: Buffer, at: number, limit: number): Element | null {
  const filter = documentRangeAt(bytes, at, limit);
  const type = bytes[at + 4] ?? 0;
  if (!filter || (type !== TYPE.string && type !== TYPE.objectId) || !isNamed(bytes, at + 5, '_id')) return null;
  const value = at + 9;
  const end = afterScalar(type, bytes, { at: value, limit: filter.end - 1 });
  return end === filter.end - 1 ? { at: at + 4, value, end } : null;
}

/** The end of a `limit` or a `singleBatch` that does not change the reply with one document; -1 for any other field. */
function afterOption(bytes: Buffer, at: number, { value, limit }: { value: number; limit: number }): number {
  const type = bytes[at] ?? 0;
  const end = afterScalar(type, bytes, { at: value, limit });
  if (type === TYPE.bool && isNamed(bytes, at + 1, 'singleBatch')) return end;
  return type === TYPE.int && end >= 0 && bytes.readInt32LE(value) >= 0 && isNamed(bytes, at + 1, 'limit') ? end : -1;
}

/**
 * Parses a message that finds one document by its `_id`, without projection and other options that change the reply.
 * Such a message is validated as strictly as by the decoder. Returns null for every other message, valid or not, because
 * such a message takes the general path.
 */
export function parseFastFind(bytes: Buffer): FastFind | null {
  const body = bodyOf(bytes);
  if (!body || body.end !== bytes.length) return null;
  let id: Element | null = null;
  const command = commandOf(bytes, body, {
    name: 'find',
    read: ({ at, value, limit }) => {
      if (bytes[at] !== TYPE.object) return afterOption(bytes, at, { value, limit });
      if (id || !isNamed(bytes, at + 1, 'filter')) return -1;
      id = onlyId(bytes, value, limit);
      return id ? value + bytes.readInt32LE(value) : -1;
    },
  });
  return command && id && { kind: 'find', ...command, id };
}
