import type { Request } from './message';

/** The parts of a request that its reply depends on. */
export type Addressee = Pick<Request, 'requestId' | 'legacy'>;

const OP_REPLY = 1;
const OP_MSG = 2013;
const MORE_TO_COME = 2;
let nextId = 1;

function header(length: number, answers: number, opcode: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  nextId = (nextId + 1) & 0x7fffffff;
  bytes.writeInt32LE(length, 0);
  bytes.writeInt32LE(nextId, 4);
  bytes.writeInt32LE(answers, 8);
  bytes.writeInt32LE(opcode, 12);
  return bytes;
}

/**
 * The reply message with one encoded document, in the form of the request; with `moreToCome` another reply follows
 * without a request.
 */
export function replyTo(request: Addressee, body: Buffer, moreToCome = false): Buffer {
  if (!request.legacy) {
    const bytes = header(21 + body.length, request.requestId, OP_MSG);
    bytes.writeUInt32LE(moreToCome ? MORE_TO_COME : 0, 16);
    bytes.writeUInt8(0, 20);
    body.copy(bytes, 21);
    return bytes;
  }
  const awaitCapable = 8;
  const bytes = header(36 + body.length, request.requestId, OP_REPLY);
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

/** The bytes of `{cursor: {firstBatch|nextBatch: [...], id, ns}, ok: 1}`, without decoding a document. */
export function cursorReply({ field, documents, id, namespace }: CursorBatch): Buffer {
  const fieldName = Buffer.from(`\x04${field}\0`, 'latin1');
  const name = Buffer.from(`${namespace}\0`);
  const arrayBytes = documents.reduce((sum, raw, index) => sum + elementName(index).length + raw.length, 5);
  const cursorBytes = 4 + fieldName.length + arrayBytes + 4 + 8 + 4 + 4 + name.length + 1;
  const total = 4 + 8 + cursorBytes + 4 + 8 + 1;
  const out = Buffer.allocUnsafe(total);
  let at = out.writeInt32LE(total, 0);
  at += out.write('\x03cursor\0', at, 'latin1');
  at = out.writeInt32LE(cursorBytes, at);
  at += fieldName.copy(out, at);
  at = out.writeInt32LE(arrayBytes, at);
  documents.forEach((raw, index) => {
    at += elementName(index).copy(out, at);
    at += raw.copy(out, at);
  });
  at = out.writeUInt8(0, at);
  at += out.write('\x12id\0', at, 'latin1');
  at = out.writeBigInt64LE(id, at);
  at += out.write('\x02ns\0', at, 'latin1');
  at = out.writeInt32LE(name.length, at);
  at += name.copy(out, at);
  at = out.writeUInt8(0, at);
  at += out.write('\x01ok\0', at, 'latin1');
  at = out.writeDoubleLE(1, at);
  out.writeUInt8(0, at);
  return out;
}
