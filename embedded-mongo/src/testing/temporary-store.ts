import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { type RunningStore, type StoreOptions, startStore } from '../index';

/** A separate store for one test file, and a MongoDB client that is connected to it. */
export type TemporaryStore = { folder: string; store: RunningStore; client: MongoClient; stop: () => Promise<void> };

/** Makes a folder in the system's folder for temporary files. */
export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'boli-store-'));
}

/** Starts a store in a temporary folder, in this process; `stop` stops the store and removes the folder. */
export async function startTemporaryStore(options: Partial<StoreOptions> = {}): Promise<TemporaryStore> {
  const folder = temporaryFolder();
  const store = await startStore({ dbPath: folder, durability: 'memory', port: 0, ...options });
  const client = await MongoClient.connect(store.uri, { monitorCommands: true });
  const stop = async () => {
    await client.close();
    await store.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { folder, store, client, stop };
}

/** Fields of an error that the MongoDB driver throws. */
export type ServerError = { code: unknown; codeName: unknown; message: string; keyPattern: unknown; keyValue: unknown };

/** The error a promise rejects with; throws if the promise resolves. */
export async function failureOf(promise: Promise<unknown>): Promise<ServerError> {
  try {
    await promise;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const field = (name: string): unknown => Reflect.get(error, name);
    return {
      code: field('code'),
      codeName: field('codeName'),
      message: error.message,
      keyPattern: field('keyPattern'),
      keyValue: field('keyValue'),
    };
  }
  throw new Error('expected an error');
}
