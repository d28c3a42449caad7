import { setTimeout as delay } from 'node:timers/promises';
import mongoose, { type ConnectOptions, type Model } from 'mongoose';
import { errorCode } from '../core/error-code';
import { logger } from '../core/logger';
import { closedWhenEnded, type DriverOptions } from './driver-connection';
import { watchDriver } from './interruptions';

/**
 * Connects mongoose. Never buffers, and gives up on an absent database after 2 seconds, so that a call while it is away
 * fails within 3 instead of hanging. Rejects when the database cannot be reached within `timeoutMs`.
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
        writeConcern: { w: 'majority', journal: true },
        connectionType: closedWhenEnded(),
      };
      await mongoose.connect(uri, options);
      watchDriver(mongoose.connection.getClient());
      return;
    } catch (error) {
      if (performance.now() >= giveUpAt || !isUnreachable(error)) throw error;
      await mongoose.disconnect();
    }
  }
}

/** No server there yet; another fault (a bad address, a refused password) will not heal by waiting. */
function isUnreachable(error: unknown): boolean {
  return error instanceof mongoose.Error.MongooseServerSelectionError;
}

let ready = false;
let restoring: Promise<void> | null = null;

/** Makes every collection and index; until this is done the server is not ready, because unique indexes are its arbiters. */
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

// IndexOptionsConflict and IndexKeySpecsConflict: an index of that name is there already, and is another one.
const INDEX_CONFLICTS = [85, 86];

/** Throws what is to be done about an index that was declared otherwise before; any other fault as it is. */
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

/** Whether `ensureIndexes` has done its work in this process, on the database that is there now. */
export function indexesExist(): boolean {
  return ready;
}

/** Whether the indexes were there and are not: the database came back as another one. They are being made again. */
export function indexesLost(): boolean {
  return restoring !== null;
}

/** Takes one collection for all: a database that was exchanged or emptied has none of them. */
async function holdsIndexes(): Promise<boolean> {
  const model = Object.values(mongoose.models).find((each) => each.schema.indexes().length > 0);
  if (!model) return true;
  const found = await model.collection.indexes().catch((error: unknown) => {
    if (errorCode(error) === NAMESPACE_NOT_FOUND) return [];
    throw error;
  });
  return found.length > model.schema.indexes().length;
}

/** Makes the indexes again; what goes wrong is tried again at the next look. */
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
 * Closes the connections, whatever waits on them, and opens new ones. Rejects where the database cannot be reached within
 * 2 seconds; the next call tries again.
 */
export async function renewConnections(): Promise<void> {
  const client = mongoose.connection.getClient();
  // Closing says goodbye to the database, over connections that may not answer.
  await Promise.race([client.close(), delay(CLOSE_WITHIN_MS, undefined, { ref: false })]);
  await client.connect();
}

/**
 * Whether the database answers; looks by the way whether it still has its indexes. Waits as long as the driver does:
 * about 12 seconds where it has stopped.
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
