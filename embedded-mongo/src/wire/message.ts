import { put } from '../values/clone';
import { MongoError } from '../values/errors';
import type { Document } from '../values/types';
import { checkDepth } from './bson';
import { decode } from './decode';
import { ProtocolError } from './frames';

const OP_QUERY = 2004;
/** The opcode of all messages but the first hello of a driver. */
export const OP_MSG = 2013;
const CHECKSUM_PRESENT = 1;
const MORE_TO_COME = 2;
const EXHAUST_ALLOWED = 1 << 16;
const REQUIRED_FLAGS = 0xffff;

/** A command as it was received. */
export type Request = {
  requestId: number;
  /** True for OP_QUERY, which MongoDB drivers use for their first hello only; the reply has the legacy form too. */
  legacy: boolean;
  command: Document;
  /** True if the client expects no reply (moreToCome). */
  silent: boolean;
  /** True if the client accepts several replies to this message (exhaustAllowed). */
  exhaust: boolean;
  /** The error to reply with if a document of the message is refused, see `readBody`; the command is then not run. */
  error?: MongoError | undefined;
};

function sizedDocument(bytes: Buffer, at: number, end: number): Buffer {
  if (at + 5 > end) throw new ProtocolError('a document is truncated');
  const size = bytes.readInt32LE(at);
  if (size < 5 || at + size > end) throw new ProtocolError(`document length ${size}`);
  return bytes.subarray(at, at + size);
}

function decodeChecked(bytes: Buffer): Document {
  checkDepth(bytes);
  return decode(bytes);
}

function readSequence(bytes: Buffer): [string, Buffer[]] {
  const zero = bytes.indexOf(0, 4);
  if (zero < 0) throw new ProtocolError('a document sequence has no name');
  const documents: Buffer[] = [];
  for (let at = zero + 1; at < bytes.length; ) {
    const raw = sizedDocument(bytes, at, bytes.length);
    documents.push(raw);
    at += raw.length;
  }
  return [bytes.toString('utf8', 4, zero), documents];
}

type Body = { command: Document; error?: MongoError };

/**
 * Decodes the command of a message with a valid frame. If a document is refused with a MongoError, the reply is that
 * error; bytes that end too early end the connection.
 */
function readBody(section: Buffer, sequences: readonly [string, Buffer[]][]): Body {
  try {
    const command = decodeChecked(section);
    for (const [name, documents] of sequences) put(command, name, documents.map(decodeChecked));
    return { command };
  } catch (error) {
    if (error instanceof MongoError) return { command: {}, error };
    throw error;
  }
}

function parseMessage(bytes: Buffer): Request {
  if (bytes.length < 20) throw new ProtocolError('a message has no flags');
  const flags = bytes.readUInt32LE(16);
  if (flags & REQUIRED_FLAGS & ~(CHECKSUM_PRESENT | MORE_TO_COME)) throw new ProtocolError(`message flags ${flags}`);
  const end = flags & CHECKSUM_PRESENT ? bytes.length - 4 : bytes.length;
  let body: Buffer | null = null;
  const sequences: [string, Buffer[]][] = [];
  for (let at = 20; at < end; ) {
    const kind = bytes.readUInt8(at++);
    const section = sizedDocument(bytes, at, end);
    if (kind === 0 && !body) body = section;
    else if (kind === 1) sequences.push(readSequence(section));
    else throw new ProtocolError(`section kind ${kind}`);
    at += section.length;
  }
  if (!body) throw new ProtocolError('a message has no command');
  const silent = (flags & MORE_TO_COME) !== 0;
  const exhaust = (flags & EXHAUST_ALLOWED) !== 0;
  return { requestId: bytes.readInt32LE(4), legacy: false, silent, exhaust, ...readBody(body, sequences) };
}

function parseQuery(bytes: Buffer): Request {
  const zero = bytes.indexOf(0, 20);
  if (zero < 0) throw new ProtocolError('a query has no namespace');
  const namespace = bytes.toString('utf8', 20, zero);
  if (!namespace.endsWith('.$cmd')) throw new ProtocolError('only commands are understood');
  const decoded = decodeChecked(sizedDocument(bytes, zero + 9, bytes.length));
  const inner = decoded.$query;
  const command: Document = typeof inner === 'object' && inner !== null ? { ...inner } : decoded;
  command.$db ??= namespace.slice(0, -'.$cmd'.length);
  return { requestId: bytes.readInt32LE(4), legacy: true, command, silent: false, exhaust: false };
}

/** Parses a complete message. Throws {@link ProtocolError} or a decoding error for an invalid message. */
export function parseRequest(bytes: Buffer): Request {
  const opcode = bytes.readInt32LE(12);
  if (opcode === OP_MSG) return parseMessage(bytes);
  if (opcode === OP_QUERY) return parseQuery(bytes);
  throw new ProtocolError(`opcode ${opcode}`);
}
