import {
  Binary,
  BSONRegExp,
  Code,
  DBRef,
  Decimal128,
  type Double,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
  UUID,
} from 'bson';
import { put } from '../values/clone';
import { mongoError } from '../values/errors';
import { asDouble } from '../values/numbers';
import type { Document } from '../values/types';

function invalid(message: string): Error {
  return mongoError(22, 'InvalidBSON', message);
}

// Names of fields repeat: those met lately are found by a hash of their bytes instead of being made again.
const NAMES = 4096;
const LONGEST_KEPT = 64;
const names: string[] = new Array(NAMES).fill('');

function isName(known: string, bytes: Buffer, start: number): boolean {
  for (let at = 0; at < known.length; at++) if (known.charCodeAt(at) !== bytes[start + at]) return false;
  return true;
}

/** Reads one document's bytes. Every length in them may lie: each is held against the end it must not pass. */
class Reader {
  readonly #bytes: Buffer;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  document(limit: number): Document {
    const end = this.#open(limit);
    const document: Document = {};
    for (let type = this.#type(); type !== 0; type = this.#type()) {
      const name = this.#name(end);
      const value = this.#value(type, end);
      if (name === '__proto__') put(document, name, value);
      else document[name] = value;
    }
    this.#close(end);
    return document;
  }

  #array(limit: number): unknown[] {
    const end = this.#open(limit);
    const list: unknown[] = [];
    for (let type = this.#type(); type !== 0; type = this.#type()) {
      this.#skipName(end);
      list.push(this.#value(type, end));
    }
    this.#close(end);
    return list;
  }

  #open(limit: number): number {
    const start = this.#at;
    const size = this.#int32();
    if (size < 5 || start + size > limit) throw invalid(`Invalid BSON document length ${size}`);
    return start + size;
  }

  #close(end: number): void {
    if (this.#at !== end) throw invalid('a BSON document does not end where it says');
  }

  #type(): number {
    return this.#view.getUint8(this.#at++);
  }

  #int32(): number {
    const value = this.#view.getInt32(this.#at, true);
    this.#at += 4;
    return value;
  }

  /** Past the next zero byte, which must come before the end. */
  #zero(end: number): number {
    const zero = this.#bytes.indexOf(0, this.#at);
    if (zero < 0 || zero >= end) throw invalid('not null terminated string in BSON object');
    return zero;
  }

  #skipName(end: number): void {
    let at = this.#at;
    while (at < end && this.#bytes[at] !== 0) at++;
    if (at >= end) throw invalid('not null terminated string in BSON object');
    this.#at = at + 1;
  }

  #name(end: number): string {
    const start = this.#at;
    let hash = 0;
    let at = start;
    let byte = this.#bytes[at] ?? 0;
    let high = 0;
    while (byte !== 0 && at < end) {
      hash = (Math.imul(hash, 31) + byte) | 0;
      high |= byte;
      byte = this.#bytes[++at] ?? 0;
    }
    if (at >= end) throw invalid('not null terminated string in BSON object');
    this.#at = at + 1;
    if (high > 0x7f || at - start > LONGEST_KEPT) return this.#text(start, at);
    const slot = (hash ^ (hash >>> 12)) & (NAMES - 1);
    const known = names[slot] ?? '';
    if (known.length === at - start && isName(known, this.#bytes, start)) return known;
    const made = this.#bytes.toString('latin1', start, at);
    names[slot] = made;
    return made;
  }

  #text(start: number, end: number): string {
    const text = this.#bytes.toString('utf8', start, end);
    // What is no UTF-8 is read as this sign; a text may hold the sign itself, too.
    if (text.includes('\ufffd') && !Buffer.from(text).equals(this.#bytes.subarray(start, end))) {
      throw invalid('Invalid UTF-8 string in BSON document');
    }
    return text;
  }

  #string(end: number): string {
    const size = this.#int32();
    const start = this.#at;
    if (size <= 0 || start + size > end || this.#bytes[start + size - 1] !== 0) throw invalid('bad string length');
    this.#at = start + size;
    return this.#text(start, start + size - 1);
  }

  #cstring(end: number): string {
    const start = this.#at;
    const zero = this.#zero(end);
    this.#at = zero + 1;
    return this.#text(start, zero);
  }

  /** A copy: what is decoded may outlive the message it came in. */
  #copy(size: number, end: number): Buffer {
    const start = this.#at;
    if (size < 0 || start + size > end) throw invalid('a BSON value is longer than its document');
    this.#at = start + size;
    return Buffer.from(this.#bytes.subarray(start, this.#at));
  }

  #long(): Long {
    const low = this.#int32();
    return new Long(low, this.#int32());
  }

  #double(): number | Double {
    const value = this.#view.getFloat64(this.#at, true);
    this.#at += 8;
    // A double without a fraction must not become an integer on its way through this server.
    return asDouble(value);
  }

  #boolean(): boolean {
    const byte = this.#type();
    if (byte > 1) throw invalid('Illegal boolean type value');
    return byte === 1;
  }

  #binary(end: number): Binary {
    const size = this.#int32();
    const subtype = this.#type();
    if (subtype !== Binary.SUBTYPE_BYTE_ARRAY) {
      const binary = new Binary(this.#copy(size, end), subtype);
      return subtype === Binary.SUBTYPE_UUID && UUID.isValid(binary) ? binary.toUUID() : binary;
    }
    // The old form carries its length twice.
    const inner = this.#int32();
    if (inner !== size - 4) throw invalid('Binary type with subtype 0x02 contains wrong sizes');
    return new Binary(this.#copy(inner, end), subtype);
  }

  #scopedCode(end: number): Code {
    const total = this.#int32();
    const last = this.#at + total - 4;
    if (total < 14 || last > end) throw invalid('code_w_scope total size shorter minimum expected length');
    const source = this.#string(last);
    const scope = this.document(last);
    this.#close(last);
    return new Code(source, scope);
  }

  #regex(end: number): BSONRegExp {
    const pattern = this.#cstring(end);
    const options = this.#cstring(end);
    const unknown = /[^ilmsux]/u.exec(options);
    if (unknown) throw mongoError(51108, 'Location51108', `invalid flag in regex options: ${unknown[0]}`);
    return new BSONRegExp(pattern, options);
  }

  #timestamp(): Timestamp {
    const i = this.#int32() >>> 0;
    return new Timestamp({ i, t: this.#int32() >>> 0 });
  }

  #value(type: number, end: number): unknown {
    switch (type) {
      case 0x01:
        return this.#double();
      case 0x02:
      case 0x0e:
        return this.#string(end);
      case 0x03:
        return this.document(end);
      case 0x04:
        return this.#array(end);
      case 0x05:
        return this.#binary(end);
      case 0x06:
        return undefined;
      case 0x07:
        return new ObjectId(this.#copy(12, end));
      case 0x08:
        return this.#boolean();
      case 0x09:
        return new Date(this.#long().toNumber());
      case 0x0a:
        return null;
      case 0x10:
        return this.#int32();
      case 0x12:
        return this.#long();
    }
    return this.#rareValue(type, end);
  }

  #rareValue(type: number, end: number): unknown {
    switch (type) {
      case 0x0b:
        return this.#regex(end);
      case 0x0c: {
        const namespace = this.#string(end);
        return new DBRef(namespace, new ObjectId(this.#copy(12, end)));
      }
      case 0x0d:
        return new Code(this.#string(end));
      case 0x0f:
        return this.#scopedCode(end);
      case 0x11:
        return this.#timestamp();
      case 0x13:
        return new Decimal128(this.#copy(16, end));
      case 0x7f:
        return new MaxKey();
      case 0xff:
        return new MinKey();
    }
    throw invalid(`Unrecognized BSON type ${type}`);
  }
}

/**
 * The document in the bytes, which must have passed the check of depth. Longs, decimals, binaries and regular expressions
 * become bson's classes, ints and doubles numbers; a double that could be taken for an int becomes a Double.
 * Throws code 22 InvalidBSON, or a RangeError where the bytes end too early.
 */
export function decodeDocument(bytes: Buffer): Document {
  return new Reader(bytes).document(bytes.length);
}
