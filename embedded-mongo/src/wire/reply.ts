import { OP_MSG, type Request } from './message';

/** The parts of a request that its reply depends on. */
export type Addressee = Pick<Request, 'requestId' | 'legacy'>;

const OP_REPLY = 1;
const MORE_TO_COME = 2;
let nextId = 1;

/** The header, the flags and the kind of the only section of an OP_MSG. */
const MESSAGE_HEAD_BYTES = 21;
/** The field `ok` and the last zero byte of a reply. */
const OK_BYTES = 13;

function writeHeader(bytes: Buffer, answers: number, opcode: number): void {
  nextId = (nextId + 1) & 0x7fffffff;
  bytes.writeInt32LE(bytes.length, 0);
  bytes.writeInt32LE(nextId, 4);
  bytes.writeInt32LE(answers, 8);
  bytes.writeInt32LE(opcode, 12);
}

function writeMessageHead(bytes: Buffer, answers: number, moreToCome: boolean): void {
  writeHeader(bytes, answers, OP_MSG);
  bytes.writeUInt32LE(moreToCome ? MORE_TO_COME : 0, 16);
  bytes[20] = 0;
}

/**
 * The reply message with one encoded document, in the form of the request; with `moreToCome` another reply follows
 * without a request.
 */
export function replyTo(request: Addressee, body: Buffer, moreToCome = false): Buffer {
  if (!request.legacy) {
    const bytes = Buffer.allocUnsafe(MESSAGE_HEAD_BYTES + body.length);
    writeMessageHead(bytes, request.requestId, moreToCome);
    body.copy(bytes, MESSAGE_HEAD_BYTES);
    return bytes;
  }
  const awaitCapable = 8;
  const bytes = Buffer.allocUnsafe(36 + body.length);
  writeHeader(bytes, request.requestId, OP_REPLY);
  bytes.writeInt32LE(awaitCapable, 16);
  bytes.writeBigInt64LE(0n, 20);
  bytes.writeInt32LE(0, 28);
  bytes.writeInt32LE(1, 32);
  body.copy(bytes, 36);
  return bytes;
}

/** One batch of a cursor, with its documents as encoded bytes. */
export type CursorBatch = {
  field: 'firstBatch' | 'nextBatch';
  documents: readonly Buffer[];
  id: bigint;
  namespace: string;
};

const elementNames: Buffer[] = [];

function elementName(index: number): Buffer {
  const known = elementNames[index];
  if (known) return known;
  const made = Buffer.from(`\x03${index}\0`, 'latin1');
  if (index === elementNames.length) elementNames.push(made);
  return made;
}

/** What comes before the documents of a batch; two lengths in it are filled in later. */
const HEADS = {
  firstBatch: Buffer.from('\0\0\0\0\x03cursor\0\0\0\0\0\x04firstBatch\0\0\0\0\0', 'latin1'),
  nextBatch: Buffer.from('\0\0\0\0\x03cursor\0\0\0\0\0\x04nextBatch\0\0\0\0\0', 'latin1'),
};
const CURSOR_AT = 12;
/** The offset of `id` in what {@link tailOf} returns. */
const ID_AT = 5;
const MOST_TAILS = 1_000;
/** The longest namespace (characters) that is kept; MongoDB's own names have at most 255 bytes. */
const LONGEST_NAMESPACE = 255;
const tails = new Map<string, Buffer>();

/** What comes after the documents of a batch: the end of the array, `id` (0), `ns` and `ok`. */
function tailOf(namespace: string): Buffer {
  const known = tails.get(namespace);
  if (known) return known;
  const name = Buffer.from(`${namespace}\0`);
  const size = Buffer.alloc(4);
  size.writeInt32LE(name.length);
  const ok = Buffer.alloc(8);
  ok.writeDoubleLE(1);
  const end = Buffer.from('\0\x01ok\0', 'latin1');
  const id = Buffer.from('\0\x12id\0\0\0\0\0\0\0\0\0\x02ns\0', 'latin1');
  const tail = Buffer.concat([id, size, name, end, ok, Buffer.alloc(1)]);
  if (namespace.length > LONGEST_NAMESPACE) return tail;
  if (tails.size === MOST_TAILS) tails.clear();
  tails.set(namespace, tail);
  return tail;
}

/** The bytes of a batch's reply after the first `offset` bytes, which are left for the header of a message. */
function cursorBytes({ field, documents, id, namespace }: CursorBatch, offset: number): Buffer {
  const [head, tail] = [HEADS[field], tailOf(namespace)];
  let size = head.length + tail.length;
  for (const [n, raw] of documents.entries()) size += elementName(n).length + raw.length;
  const out = Buffer.allocUnsafe(offset + size);
  out.set(head, offset);
  let at = offset + head.length;
  for (const [n, raw] of documents.entries()) {
    const name = elementName(n);
    out.set(name, at);
    out.set(raw, at + name.length);
    at += name.length + raw.length;
  }
  out.set(tail, at);
  if (id !== 0n) out.writeBigInt64LE(id, at + ID_AT);
  out.writeInt32LE(size, offset);
  // The cursor's document ends before `ok` and the last zero byte of the reply.
  out.writeInt32LE(size - CURSOR_AT - OK_BYTES, offset + CURSOR_AT);
  out.writeInt32LE(at + 1 - (offset + head.length - 4), offset + head.length - 4);
  return out;
}

/** The bytes of `{cursor: {firstBatch|nextBatch: [...], id, ns}, ok: 1}`, without decoding a document. */
export function cursorReply(batch: CursorBatch): Buffer {
  return cursorBytes(batch, 0);
}

/** The message with a {@link cursorReply} to an OP_MSG: the documents are copied once, not twice. */
export function cursorMessage(requestId: number, batch: CursorBatch): Buffer {
  const bytes = cursorBytes(batch, MESSAGE_HEAD_BYTES);
  writeMessageHead(bytes, requestId, false);
  return bytes;
}
