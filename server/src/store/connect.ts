import mongoose from 'mongoose';

/**
 * Connects mongoose. Never buffers: a call while the database is away fails within 3 seconds instead of hanging.
 * Rejects when the database cannot be reached within `timeoutMs`.
 */
export async function connect(uri: string, timeoutMs = 5_000): Promise<void> {
  mongoose.set('bufferCommands', false);
  mongoose.set('strictQuery', true);
  await mongoose.connect(uri, {
    autoIndex: false,
    autoCreate: false,
    maxPoolSize: 20,
    serverSelectionTimeoutMS: timeoutMs,
    writeConcern: { w: 'majority', journal: true },
  });
  // From here on an absent database must be told within 3 seconds.
  mongoose.connection.getClient().options.serverSelectionTimeoutMS = 2_000;
}

/** Makes every collection and index; until this is done the server is not ready, because unique indexes are its arbiters. */
export async function ensureIndexes(): Promise<void> {
  await Promise.all(
    Object.values(mongoose.models).map(async (model) => {
      await model.createCollection();
      await model.createIndexes();
    }),
  );
}

export async function disconnect(): Promise<void> {
  await mongoose.disconnect();
}

/** Whether the database answers right now (within 2 seconds). */
export async function databaseAnswers(): Promise<boolean> {
  try {
    await mongoose.connection.db?.command({ ping: 1 }, { timeoutMS: 2_000 });
    return mongoose.connection.readyState === 1;
  } catch {
    return false;
  }
}
