import { afterAll, beforeAll, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import '../auth/auth.model';
import { openTestDatabase } from '../testing/store';
import { ensureIndexes } from './connect';

let close: () => Promise<void>;
beforeAll(async () => {
  close = await openTestDatabase();
});
afterAll(() => close());

test('an index with an outdated declaration stops the start with a message that says what to do', async () => {
  const model = Object.values(mongoose.models).find((each) => each.schema.indexes().length > 0);
  const collection = model?.collection;
  const index = (await collection?.indexes())?.find(({ unique }) => unique);
  if (!collection || !index?.name) throw new Error('there is no unique index to be tried');
  await collection.dropIndex(index.name);
  await collection.createIndex(index.key, { name: index.name });
  await expect(ensureIndexes()).rejects.toThrow(
    `the collection "${collection.name}" has an index that this version declares otherwise. ` +
      `Drop it and start again: db.${collection.name}.dropIndex("${index.name}")`,
  );
  await collection.dropIndex(index.name);
  await ensureIndexes();
});
