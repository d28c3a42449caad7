import { ObjectId } from 'bson';
import type { Answer, Connection, Engine } from '../commands/context';
import { CursorTable } from '../commands/cursors';
import { dispatch } from '../commands/dispatch';
import { FailPoints } from '../commands/fail-points';
import { commands } from '../commands/registry';
import type { Store } from '../storage/store';
import type { Document } from '../values/types';
import { encode } from '../wire/bson';
import { OP_MSG } from '../wire/message';

const CONNECTION: Connection = {
  id: 1,
  appName: undefined,
  hangUp: false,
  isSignedIn: false,
  exchange: null,
  skipsEmptyExchange: false,
  gone: new AbortController().signal,
};

/** Runs commands on a store by the general path, without a socket. */
export function runnerOn(store: Store): (command: Document) => Promise<Answer> {
  const engine: Engine = {
    store,
    cursors: new CursorTable(),
    failPoints: new FailPoints(),
    version: '7.0.0',
    startedAt: new Date(),
    processId: new ObjectId(),
    connections: 0,
    credentials: null,
    shutdown: () => undefined,
  };
  return (command) => dispatch(commands, engine, { connection: CONNECTION, command });
}

/** A message with a command in its only section. `sections` are the encoded sections that follow. */
export function messageOf(command: Document, ...sections: readonly Buffer[]): Buffer {
  const bytes = Buffer.concat([Buffer.alloc(21), encode(command), ...sections]);
  bytes.writeInt32LE(bytes.length, 0);
  bytes.writeInt32LE(OP_MSG, 12);
  return bytes;
}
