import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import type { Db, MongoClient } from 'mongodb';
import type { StoreOptions } from '../index';
import { startTemporaryStore, type TemporaryStore } from './temporary-store';

/** A store for all tests of a file, and its database `test`, which is empty when a test begins. */
export function storeForTests(options: Partial<StoreOptions> = {}): { readonly client: MongoClient; readonly db: Db } {
  let started: TemporaryStore | undefined;
  const client = (): MongoClient => {
    if (!started) throw new Error('the store has not been started yet: it starts before the first test');
    return started.client;
  };
  beforeAll(async () => {
    started = await startTemporaryStore(options);
  });
  afterAll(() => started?.stop());
  beforeEach(async () => {
    await client().db('test').dropDatabase();
  });
  return {
    get client() {
      return client();
    },
    get db() {
      return client().db('test');
    },
  };
}
