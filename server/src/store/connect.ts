import mongoose, { type Model } from 'mongoose';
import { errorCode } from '../core/error-code';

/**
 * Connects mongoose. Never buffers, and gives up on an absent database after 2 seconds, so that a call while it is away
 * fails within 3 instead of hanging. Rejects when the database cannot be reached within `timeoutMs`.
 */
export async function connect(uri: string, timeoutMs = 5_000): Promise<void> {
  mongoose.set('bufferCommands', false);
  mongoose.set('strictQuery', true);
  const giveUpAt = Date.now() + timeoutMs;
  for (;;) {
    try {
      await mongoose.connect(uri, {
        autoIndex: false,
        autoCreate: false,
        maxPoolSize: 20,
        serverSelectionTimeoutMS: 2_000,
        connectTimeoutMS: 2_000,
        writeConcern: { w: 'majority', journal: true },
      });
      return;
    } catch (error) {
      if (Date.now() >= giveUpAt || !isUnreachable(error)) throw error;
      await mongoose.disconnect();
    }
  }
}

/** No server there yet; another fault (a bad address, a refused password) will not heal by waiting. */
function isUnreachable(error: unknown): boolean {
  return error instanceof mongoose.Error.MongooseServerSelectionError;
}

let ready = false;

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

/** Whether `ensureIndexes` has done its work in this process. */
export function indexesExist(): boolean {
  return ready;
}

export async function disconnect(): Promise<void> {
  await mongoose.disconnect();
}

/** Whether the database answers. Waits as long as the driver does: about 12 seconds where it has stopped. */
export async function databaseAnswers(): Promise<boolean> {
  try {
    await mongoose.connection.db?.command({ ping: 1 });
    return mongoose.connection.readyState === 1;
  } catch {
    return false;
  }
}
