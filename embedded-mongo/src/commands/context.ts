import type { ObjectId } from 'bson';
import type { Deadline } from '../plan/selection';
import type { Store } from '../storage/store';
import type { Document } from '../values/types';
import type { CursorTable } from './cursors';
import type { FailPoints } from './fail-points';
import type { Credentials, ScramExchange } from './scram';

/** What all connections share. */
export type Engine = {
  store: Store;
  cursors: CursorTable;
  failPoints: FailPoints;
  /** The version of MongoDB this server passes for. */
  version: string;
  startedAt: Date;
  /** This run's own name: a client that has seen another one knows that the server was started anew. */
  processId: ObjectId;
  connections: number;
  /** What clients have to sign in with; null where whoever reaches the store may ask it everything. */
  credentials: Credentials | null;
  /** Ends the process or the in-process server, once the answer is on its way. */
  shutdown: () => void;
};

/** One client's connection. */
export type Connection = {
  id: number;
  appName: string | undefined;
  hangUp: boolean;
  isSignedIn: boolean;
  /** A sign-in under way. */
  exchange: ScramExchange | null;
  /** Its client does without the empty message at the end. */
  isShort: boolean;
  /** Aborted when the client has gone. */
  gone: AbortSignal;
};

/** One command under way. */
export type Invocation = {
  engine: Engine;
  connection: Connection;
  /** The command's own name is its first key. */
  command: Document;
  database: string;
  /** When `maxTimeMS` is over. */
  deadline: Deadline | undefined;
};

/** What a command answers: a document, or one already encoded. */
export type Answer = Document | Buffer;

/** One command of the server. */
export type Command = {
  /** Names beside the key it is registered under, as older drivers spell them. */
  aliases?: readonly string[];
  /** Fields it understands beside those every command has; null where any field is taken. */
  fields: readonly string[] | null;
  /** Runs inside the write transaction, synchronously, and answers when that is durable. */
  writes?: boolean;
  run: (invocation: Invocation) => Answer | Promise<Answer>;
};
