import { mongoError } from '../values/errors';
import { cachedName, MAX_CACHED_NAME_BYTES } from './names';

/** The error for invalid BSON. */
export function invalid(message: string): Error {
  return mongoError(22, 'InvalidBSON', message);
}

/** Reads BSON sequentially. No length is trusted: each is checked against the end of the enclosing document. */
export class ByteReader {
  readonly #bytes: Buffer;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get position(): number {
    return this.#at;
  }

  /** Begins a document or array. Returns its end offset. */
  open(limit: number): number {
    const start = this.#at;
    const size = this.int32();
    if (size < 5 || start + size > limit) throw invalid(`Invalid BSON document length ${size}`);
    return start + size;
  }

  close(end: number): void {
    if (this.#at !== end) throw invalid('a BSON document does not end where it says');
  }

  byte(): number {
    return this.#view.getUint8(this.#at++);
  }

  int32(): number {
    const value = this.#view.getInt32(this.#at, true);
    this.#at += 4;
    return value;
  }

  double(): number {
    const value = this.#view.getFloat64(this.#at, true);
    this.#at += 8;
    return value;
  }

  skipName(end: number): void {
    let at = this.#at;
    while (at < end && this.#bytes[at] !== 0) at++;
    if (at >= end) throw invalid('not null terminated string in BSON object');
    this.#at = at + 1;
  }

  /** The name of a field. */
  name(end: number): string {
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
    if (high > 0x7f || at - start > MAX_CACHED_NAME_BYTES) return this.#text(start, at);
    return cachedName(this.#bytes, { start, end: at, hash });
  }

  #text(start: number, end: number): string {
    const text = this.#bytes.toString('utf8', start, end);
    // Invalid UTF-8 decodes to U+FFFD, which a valid string may contain too.
    if (text.includes('\ufffd') && !Buffer.from(text).equals(this.#bytes.subarray(start, end))) {
      throw invalid('Invalid UTF-8 string in BSON document');
    }
    return text;
  }

  /** Reads a string that is preceded by its length. */
  string(end: number): string {
    const size = this.int32();
    const start = this.#at;
    if (size <= 0 || start + size > end || this.#bytes[start + size - 1] !== 0) throw invalid('bad string length');
    this.#at = start + size;
    return this.#text(start, start + size - 1);
  }

  /** Reads a string up to the next zero byte, which must come before `end`. */
  cstring(end: number): string {
    const start = this.#at;
    const zero = this.#bytes.indexOf(0, start);
    if (zero < 0 || zero >= end) throw invalid('not null terminated string in BSON object');
    this.#at = zero + 1;
    return this.#text(start, zero);
  }

  /** Copies bytes, because decoded values may outlive the message's buffer. */
  copy(size: number, end: number): Buffer {
    const start = this.#at;
    if (size < 0 || start + size > end) throw invalid('a BSON value is longer than its document');
    this.#at = start + size;
    return Buffer.from(this.#bytes.subarray(start, this.#at));
  }
}
