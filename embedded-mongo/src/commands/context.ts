import type { ObjectId } from 'bson';
import type { Deadline } from '../plan/selection';
import type { Store } from '../storage/store';
import type { Document } from '../values/types';
import type { CursorTable } from './cursors';
import type { FailPoints } from './fail-points';
import type { Credentials, ScramExchange } from './scram';

/** The state that all connections share. */
export type Engine = {
  store: Store;
  cursors: CursorTable;
  failPoints: FailPoints;
  /** The version of MongoDB that this server reports. */
  version: string;
  startedAt: Date;
  /** Identifies this run of the server: clients detect a restart by a changed id. */
  processId: ObjectId;
  connections: number;
  /** The credentials of clients; null if no sign-in is required. */
  credentials: Credentials | null;
  /** Calls the `onShutdown` of the store's options, if there is one. */
  shutdown: () => void;
};

/** One client's connection. */
export type Connection = {
  id: number;
  appName: string | undefined;
  /** True if a fail point closes the connection instead of sending a reply. */
  hangUp: boolean;
  isSignedIn: boolean;
  /** The sign-in in progress; null without one. */
  exchange: ScramExchange | null;
  /** True if the client skips the empty message at the end of a sign-in (skipEmptyExchange). */
  skipsEmptyExchange: boolean;
  /** Aborted when the client has disconnected. */
  gone: AbortSignal;
};

/** A command that is being run. */
export type Invocation = {
  engine: Engine;
  connection: Connection;
  /** The command's document; its first key is the command's name. */
  command: Document;
  database: string;
  /** The deadline of `maxTimeMS`; undefined without one. */
  deadline: Deadline | undefined;
};

/** The reply to a command: a document, or its encoded bytes. */
export type Answer = Document | Buffer;

/** One command of the server. */
export type Command = {
  /** Further names of the command, as older drivers use them. */
  aliases?: readonly string[];
  /** The fields the command accepts besides those of every command; null if it accepts any field. */
  fields: readonly string[] | null;
  /**
   * True if `run` is called inside the write transaction, synchronously; the reply is sent once the transaction is
   * durable.
   */
  writes?: boolean;
  run: (invocation: Invocation) => Answer | Promise<Answer>;
};
