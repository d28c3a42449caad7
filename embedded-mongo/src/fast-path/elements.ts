import { isUtf8 } from 'node:buffer';
import { isDateTime } from '../values/dates';

/** The BSON type numbers that the fast path supports. */
export const TYPE = {
  double: 0x01,
  string: 0x02,
  object: 0x03,
  array: 0x04,
  binary: 0x05,
  objectId: 0x07,
  bool: 0x08,
  date: 0x09,
  null: 0x0a,
  int: 0x10,
  long: 0x12,
} as const;

/** Whether the name at the offset `at` is this ASCII name. */
export function isNamed(bytes: Buffer, at: number, name: string): boolean {
  for (let n = 0; n < name.length; n++) if (bytes[at + n] !== name.charCodeAt(n)) return false;
  return bytes[at + name.length] === 0;
}

/** Whether two byte ranges are equal. */
export function isSame(a: Buffer, from: number, { bytes: b, at, end }: { bytes: Buffer; at: number; end: number }) {
  for (let here = at, there = from; here < end; here++, there++) if (a[there] !== b[here]) return false;
  return true;
}

/** The offset after the ASCII name at `at`; -1 for a name beyond ASCII, or one that does not end before `limit`. */
export function afterAsciiName(bytes: Buffer, at: number, limit: number): number {
  for (let next = at; next < limit; next++) {
    const byte = bytes[next] ?? 0;
    if (byte === 0) return next + 1;
    if (byte > 0x7f) return -1;
  }
  return -1;
}

function afterString(bytes: Buffer, at: number, limit: number): number {
  if (at + 5 > limit) return -1;
  const size = bytes.readInt32LE(at);
  const end = at + 4 + size;
  if (size < 1 || end > limit || bytes[end - 1] !== 0) return -1;
  for (let next = at + 4; next < end; next++) {
    if ((bytes[next] ?? 0) > 0x7f) return isUtf8(bytes.subarray(at + 4, end)) ? end : -1;
  }
  return end;
}

const DOUBLE_BYTES = 8;
const ID_BYTES = 12;
const HIGH = 2 ** 32;

/** Whether a date is certainly within the range this server supports: only its upper 32 bits are checked. */
function isSupportedDate(bytes: Buffer, at: number): boolean {
  const high = bytes.readInt32LE(at + 4) * HIGH;
  return isDateTime(high) && isDateTime(high + HIGH);
}

/**
 * The end offset of the scalar at `at`, whose bytes may be stored as they are; -1 for an invalid value, one that does not
 * end before `limit`, or a type that the fast path does not support.
 */
export function afterScalar(type: number, bytes: Buffer, { at, limit }: { at: number; limit: number }): number {
  let end = -1;
  if (type === TYPE.string) return afterString(bytes, at, limit);
  if (type === TYPE.int) end = at + 4;
  else if (type === TYPE.objectId) end = at + ID_BYTES;
  else if (type === TYPE.double || type === TYPE.long) end = at + DOUBLE_BYTES;
  else if (type === TYPE.date && at + DOUBLE_BYTES <= limit && isSupportedDate(bytes, at)) end = at + DOUBLE_BYTES;
  else if (type === TYPE.null) end = at;
  else if (type === TYPE.bool && (bytes[at] ?? 2) < 2) end = at + 1;
  return end > limit ? -1 : end;
}
