import { Binary, BSONRegExp, Code, DBRef, Decimal128, Long, MaxKey, MinKey, ObjectId, Timestamp, UUID } from 'bson';
import { put } from '../values/clone';
import { isDateTime } from '../values/dates';
import { badValue, mongoError } from '../values/errors';
import { asDouble } from '../values/numbers';
import type { Document } from '../values/types';
import { ByteReader, invalid } from './byte-reader';

function documentFrom(reader: ByteReader, limit: number): Document {
  const end = reader.open(limit);
  const document: Document = {};
  for (let type = reader.byte(); type !== 0; type = reader.byte()) {
    const name = reader.name(end);
    const value = valueFrom(reader, type, end);
    if (name === '__proto__') put(document, name, value);
    else document[name] = value;
  }
  reader.close(end);
  return document;
}

function arrayFrom(reader: ByteReader, limit: number): unknown[] {
  const end = reader.open(limit);
  const list: unknown[] = [];
  for (let type = reader.byte(); type !== 0; type = reader.byte()) {
    reader.skipName(end);
    list.push(valueFrom(reader, type, end));
  }
  reader.close(end);
  return list;
}

function longFrom(reader: ByteReader): Long {
  const low = reader.int32();
  return new Long(low, reader.int32());
}

function dateFrom(reader: ByteReader): Date {
  const milliseconds = longFrom(reader).toNumber();
  if (isDateTime(milliseconds)) return new Date(milliseconds);
  throw badValue(`a date ${milliseconds} milliseconds from 1970 is not supported by this server`);
}

function booleanFrom(reader: ByteReader): boolean {
  const byte = reader.byte();
  if (byte > 1) throw invalid('Illegal boolean type value');
  return byte === 1;
}

function binaryFrom(reader: ByteReader, end: number): Binary {
  const size = reader.int32();
  const subtype = reader.byte();
  if (subtype !== Binary.SUBTYPE_BYTE_ARRAY) {
    const binary = new Binary(reader.copy(size, end), subtype);
    return subtype === Binary.SUBTYPE_UUID && UUID.isValid(binary) ? binary.toUUID() : binary;
  }
  // The deprecated subtype 2 contains its length twice.
  const inner = reader.int32();
  if (inner !== size - 4) throw invalid('Binary type with subtype 0x02 contains wrong sizes');
  return new Binary(reader.copy(inner, end), subtype);
}

function scopedCodeFrom(reader: ByteReader, end: number): Code {
  const total = reader.int32();
  const last = reader.position + total - 4;
  if (total < 14 || last > end) throw invalid('code_w_scope total size shorter minimum expected length');
  const source = reader.string(last);
  const scope = documentFrom(reader, last);
  reader.close(last);
  return new Code(source, scope);
}

function regexFrom(reader: ByteReader, end: number): BSONRegExp {
  const pattern = reader.cstring(end);
  const options = reader.cstring(end);
  const unknown = /[^ilmsux]/u.exec(options);
  if (unknown) throw mongoError(51108, 'Location51108', `invalid flag in regex options: ${unknown[0]}`);
  return new BSONRegExp(pattern, options);
}

function timestampFrom(reader: ByteReader): Timestamp {
  const i = reader.int32() >>> 0;
  return new Timestamp({ i, t: reader.int32() >>> 0 });
}

function valueFrom(reader: ByteReader, type: number, end: number): unknown {
  switch (type) {
    case 0x01:
      // A double without a fraction must not become an int when it is encoded again.
      return asDouble(reader.double());
    case 0x02:
    case 0x0e:
      return reader.string(end);
    case 0x03:
      return documentFrom(reader, end);
    case 0x04:
      return arrayFrom(reader, end);
    case 0x05:
      return binaryFrom(reader, end);
    case 0x06:
      return undefined;
    case 0x07:
      return new ObjectId(reader.copy(12, end));
    case 0x08:
      return booleanFrom(reader);
    case 0x09:
      return dateFrom(reader);
    case 0x0a:
      return null;
    case 0x10:
      return reader.int32();
    case 0x12:
      return longFrom(reader);
  }
  return rareValueFrom(reader, type, end);
}

function rareValueFrom(reader: ByteReader, type: number, end: number): unknown {
  switch (type) {
    case 0x0b:
      return regexFrom(reader, end);
    case 0x0c: {
      const namespace = reader.string(end);
      return new DBRef(namespace, new ObjectId(reader.copy(12, end)));
    }
    case 0x0d:
      return new Code(reader.string(end));
    case 0x0f:
      return scopedCodeFrom(reader, end);
    case 0x11:
      return timestampFrom(reader);
    case 0x13:
      return new Decimal128(reader.copy(16, end));
    case 0x7f:
      return new MaxKey();
    case 0xff:
      return new MinKey();
  }
  throw invalid(`Unrecognized BSON type ${type}`);
}

/**
 * Decodes a document that this store wrote itself, or that has passed `checkDepth`. Longs, decimals, binaries and
 * regular expressions become bson's classes, and ints and doubles become numbers; a double that could pass for an int
 * becomes a Double. Throws code 22 InvalidBSON, or a RangeError if the bytes end too early.
 */
export function decode(bytes: Buffer): Document {
  return documentFrom(new ByteReader(bytes), bytes.length);
}
