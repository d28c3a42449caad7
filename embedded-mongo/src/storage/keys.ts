/** The size of a record number in keys, in bytes. */
export const RECORD_BYTES = 6;
const NUMBER_BYTES = 4;

/** The common prefix of all keys of a collection (in the records) or of an index (in the entries). */
export function prefixOf(id: number): Buffer {
  const bytes = Buffer.allocUnsafe(NUMBER_BYTES);
  bytes.writeUInt32BE(id);
  return bytes;
}

/** The smallest key above all keys that begin with the prefix. */
export function afterPrefix(prefix: Buffer): Buffer {
  let length = prefix.length;
  while (length > 0 && prefix[length - 1] === 0xff) length--;
  const bytes = Buffer.from(prefix.subarray(0, length));
  if (length > 0) bytes.writeUInt8(bytes.readUInt8(length - 1) + 1, length - 1);
  return bytes;
}

/** The key of a record. */
export function recordKey(collectionId: number, record: number): Buffer {
  const bytes = Buffer.allocUnsafe(NUMBER_BYTES + RECORD_BYTES);
  bytes.writeUInt32BE(collectionId);
  bytes.writeUIntBE(record, NUMBER_BYTES, RECORD_BYTES);
  return bytes;
}

/** The record number at the end of a record key or an index entry key. */
export function recordOf(key: Buffer): number {
  return key.readUIntBE(key.length - RECORD_BYTES, RECORD_BYTES);
}
