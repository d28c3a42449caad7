/** MongoDB's limit for one message, in bytes. */
export const MAX_MESSAGE_BYTES = 48_000_000;
const HEADER_BYTES = 16;

/** Thrown for an invalid message of the wire protocol; the connection has to be closed. */
export class ProtocolError extends Error {}

/** Splits one connection's stream of bytes into complete messages. */
export class FrameReader {
  #chunks: Buffer[] = [];
  #length = 0;

  /**
   * Adds the next bytes of the stream and returns the messages they complete, headers included.
   * Throws {@link ProtocolError} for an invalid length.
   */
  push(chunk: Buffer): Buffer[] {
    // Most chunks are exactly one message.
    if (this.#length === 0 && chunk.length >= HEADER_BYTES && chunk.readInt32LE(0) === chunk.length) {
      if (chunk.length <= MAX_MESSAGE_BYTES) return [chunk];
    }
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    const messages: Buffer[] = [];
    for (let size = this.#nextSize(); size !== null && size <= this.#length; size = this.#nextSize()) {
      const bytes = this.#joined();
      messages.push(bytes.subarray(0, size));
      this.#chunks = size === bytes.length ? [] : [bytes.subarray(size)];
      this.#length -= size;
    }
    return messages;
  }

  #nextSize(): number | null {
    if (this.#length < 4) return null;
    const first = this.#chunks[0];
    const head = first && first.length >= 4 ? first : this.#joined();
    const size = head.readInt32LE(0);
    if (size < HEADER_BYTES || size > MAX_MESSAGE_BYTES) throw new ProtocolError(`message length ${size}`);
    return size;
  }

  #joined(): Buffer {
    const [first] = this.#chunks;
    const bytes = this.#chunks.length === 1 && first ? first : Buffer.concat(this.#chunks);
    this.#chunks = [bytes];
    return bytes;
  }
}
