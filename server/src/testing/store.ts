import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { connect, disconnect, ensureIndexes } from '../store/connect';

/** The URI of a separate database for one test file, on the store that the whole run shares (see jest.global-setup). */
export function testDatabaseUri(): string {
  const base = process.env.TEST_MONGODB_URI;
  if (!base)
    throw new Error('TEST_MONGODB_URI is not set: tests run through jest, whose global setup starts the store');
  const uri = new URL(base);
  uri.pathname = `/test_${randomUUID().slice(0, 8)}`;
  return uri.toString();
}

/** Connects mongoose to a fresh database with every index; returns the function that drops it and disconnects. */
export async function openTestDatabase(uri = testDatabaseUri()): Promise<() => Promise<void>> {
  await connect(uri);
  await ensureIndexes();
  return async () => {
    await mongoose.connection.db?.dropDatabase();
    await disconnect();
  };
}
