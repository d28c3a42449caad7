import { Long } from 'bson';
import { typeMismatch } from '../values/errors';
import { collectionName, optionalCount } from './arguments';
import type { Command, Invocation } from './context';

function cursorId(value: unknown): bigint {
  if (value instanceof Long) return value.toBigInt();
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  throw typeMismatch("BSON field 'getMore.getMore' is the wrong type, expected type 'long'");
}

function getMore({ command, database, engine }: Invocation) {
  const { collection } = command;
  const namespace = `${database}.${typeof collection === 'string' ? collection : collectionName(database, collection)}`;
  return engine.cursors.next(cursorId(command.getMore), { batchSize: optionalCount(command, 'batchSize'), namespace });
}

function killCursors({ command, engine }: Invocation) {
  const { cursors } = command;
  if (!Array.isArray(cursors))
    throw typeMismatch("BSON field 'killCursors.cursors' is the wrong type, expected type 'array'");
  return engine.cursors.kill(cursors.map(cursorId));
}

/** Fetching the next batch of a cursor, and closing cursors. */
export const cursorCommands: Record<string, Command> = {
  getMore: { fields: ['collection', 'batchSize'], run: getMore },
  killCursors: { fields: ['cursors'], run: killCursors },
};
