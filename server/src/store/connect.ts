import { setTimeout as delay } from 'node:timers/promises';
import mongoose, { type ConnectOptions, type Model } from 'mongoose';
import { errorCode } from '../core/error-code';
import { logger } from '../core/logger';
import { isExporting } from '../core/trace';
import { closedWhenEnded, type DriverOptions } from './driver-connection';
import { watchDriver } from './interruptions';
import { traceCommands } from './traced-commands';

/** The write concern of every write: acknowledged by a majority of the servers, and on disk. */
export const durable = { w: 'majority', journal: true } as const;

/**
 * Connects mongoose. Operations are never buffered, and fail after 2 seconds if no connection to the database can be
 * made, so that a call fails within 3 seconds instead of hanging. Rejects when the database cannot be reached within
 * `timeoutMs` milliseconds. For a database that is connected but silent, see heartbeat.ts.
 */
export async function connect(uri: string, timeoutMs = 5_000): Promise<void> {
  mongoose.set('bufferCommands', false);
  const giveUpAt = performance.now() + timeoutMs;
  for (;;) {
    try {
      const options: ConnectOptions & DriverOptions = {
        autoIndex: false,
        autoCreate: false,
        maxPoolSize: 20,
        serverSelectionTimeoutMS: 2_000,
        connectTimeoutMS: 2_000,
        writeConcern: durable,
        connectionType: closedWhenEnded(),
        monitorCommands: isExporting(),
      };
      await mongoose.connect(uri, options);
      watchDriver(mongoose.connection.getClient());
      if (isExporting()) traceCommands(mongoose.connection.getClient());
      return;
    } catch (error) {
      if (performance.now() >= giveUpAt || !isUnreachable(error)) throw error;
      await mongoose.disconnect();
    }
  }
}

/**
 * Whether no database answers at the address yet; any other fault (an invalid address, a refused password) does not go
 * away by waiting.
 */
function isUnreachable(error: unknown): boolean {
  return error instanceof mongoose.Error.MongooseServerSelectionError;
}

let ready = false;
let restoring: Promise<void> | null = null;

/** Creates every collection and index; the server is not ready before that, because unique indexes are its arbiters. */
export async function ensureIndexes(): Promise<void> {
  await Promise.all(
    Object.values(mongoose.models).map(async (model) => {
      await model.createCollection();
      await model.createIndexes().catch((error: unknown) => fail(model, error));
    }),
  );
  ready = true;
}

const NAMESPACE_NOT_FOUND = 26;
const RETRY_MS = 1_000;

// IndexOptionsConflict and IndexKeySpecsConflict: an index with the same keys or the same name is declared otherwise.
const INDEX_CONFLICTS = [85, 86];

/** Throws an error that says how to replace an index that was declared differently before; throws any other error again. */
async function fail(model: Model<unknown>, error: unknown): Promise<never> {
  if (!INDEX_CONFLICTS.includes(Number(errorCode(error)))) throw error;
  const { toDrop } = await model.diffIndexes();
  const { name } = model.collection;
  const drops = toDrop.map((index) => `db.${name}.dropIndex("${index}")`).join('; ');
  throw new Error(
    `the collection "${name}" has an index that this version declares otherwise. Drop it and start again: ${drops}`,
    { cause: error },
  );
}

/** Whether `ensureIndexes` has succeeded in this process, on the database that is connected now. */
export function indexesExist(): boolean {
  return ready;
}

/**
 * Whether the indexes existed and no longer do: the database was replaced by another one. The indexes are being created
 * again.
 */
export function indexesLost(): boolean {
  return restoring !== null;
}

/** Whether the indexes exist. One collection is enough: a database that was replaced or emptied has no index at all. */
async function holdsIndexes(): Promise<boolean> {
  const model = Object.values(mongoose.models).find((each) => each.schema.indexes().length > 0);
  if (!model) return true;
  const found = await model.collection.indexes().catch((error: unknown) => {
    if (errorCode(error) === NAMESPACE_NOT_FOUND) return [];
    throw error;
  });
  return found.length > model.schema.indexes().length;
}

/** Creates the indexes again; repeats that every second until it succeeds. */
function restoreIndexes(): void {
  if (restoring) return;
  ready = false;
  logger.error('the database came back without its indexes; they are made again, and calls are refused until then');
  restoring = ensureIndexes()
    .catch((error: unknown) => logger.error({ err: error }, 'the indexes could not be made again'))
    .then(() => {
      if (ready) restoring = null;
      else setTimeout(() => retryIndexes(), RETRY_MS).unref();
    });
}

function retryIndexes(): void {
  restoring = null;
  restoreIndexes();
}

/** Closes all connections to the database. */
export async function disconnect(): Promise<void> {
  await mongoose.disconnect();
}

const CLOSE_WITHIN_MS = 3_000;

/**
 * Closes the connections, including those with waiting operations, and opens new ones. Rejects if the database
 * cannot be reached within 2 seconds; it can then be called again.
 */
export async function renewConnections(): Promise<void> {
  const client = mongoose.connection.getClient();
  // Closing sends a last command to the database, over connections that may not answer.
  await Promise.race([client.close(), delay(CLOSE_WITHIN_MS, undefined, { ref: false })]);
  await client.connect();
}

/**
 * Whether the database answers. If it has lost its indexes, they are created again. Waits as long as the MongoDB driver
 * does: about 12 seconds for a database that is connected but silent.
 */
export async function databaseAnswers(): Promise<boolean> {
  try {
    await mongoose.connection.db?.command({ ping: 1 });
    if (ready && !(await holdsIndexes())) restoreIndexes();
    return mongoose.connection.readyState === 1;
  } catch {
    return false;
  }
}
