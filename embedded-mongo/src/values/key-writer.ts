/** A growing buffer that all keys share, one after the other: safe because encoding a key is synchronous. */
export class KeyWriter {
  private buffer = Buffer.allocUnsafe(256);
  private length = 0;

  private room(bytes: number): void {
    if (this.length + bytes <= this.buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.buffer.length * 2, this.length + bytes));
    this.buffer.copy(larger, 0, 0, this.length);
    this.buffer = larger;
  }

  start(): void {
    this.length = 0;
  }

  byte(value: number): void {
    this.room(1);
    this.buffer[this.length++] = value;
  }

  raw(bytes: Uint8Array): void {
    this.room(bytes.length);
    this.buffer.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** UTF-8 with two zero bytes at its end; 0xff follows a zero byte inside, so no encoded string is a prefix of another. */
  text(text: string): void {
    const bytes = Buffer.from(text, 'utf8');
    if (!bytes.includes(0)) this.raw(bytes);
    else {
      for (const byte of bytes) {
        this.byte(byte);
        if (byte === 0) this.byte(0xff);
      }
    }
    this.byte(0);
    this.byte(0);
  }

  uint16(value: number): void {
    this.room(2);
    this.length = this.buffer.writeUInt16BE(value, this.length);
  }

  uint32(value: number): void {
    this.room(4);
    this.length = this.buffer.writeUInt32BE(value, this.length);
  }

  uint64(value: bigint): void {
    this.room(8);
    this.length = this.buffer.writeBigUInt64BE(value, this.length);
  }

  /**
   * IEEE 754, big-endian; inverts the sign bit of a positive number and all bits of a negative one, so that bytes sort as
   * numbers.
   */
  double(value: number): void {
    this.room(8);
    const start = this.length;
    this.length = this.buffer.writeDoubleBE(value === 0 ? 0 : value, start);
    if (value < 0) this.complement(start);
    else this.buffer[start] = (this.buffer[start] ?? 0) ^ 0x80;
  }

  complement(from: number): void {
    for (let index = from; index < this.length; index++) this.buffer[index] = (this.buffer[index] ?? 0) ^ 0xff;
  }

  get position(): number {
    return this.length;
  }

  finish(): Buffer {
    return Buffer.from(this.buffer.subarray(0, this.length));
  }
}
