import type { Index } from '../indexes/definition';
import type { Collection } from '../storage/collection';
import type { Store } from '../storage/store';
import { toNumber } from '../values/numbers';
import { deleteDocuments } from './operations';

// So that a great clearing does not keep everybody else's writes waiting.
const BATCH = 1000;

function expiring(store: Store): { collection: Collection; index: Index }[] {
  return store.catalog
    .databases()
    .flatMap((database) => store.catalog.collections(database))
    .flatMap((collection) =>
      collection.indexes
        .filter(({ spec }) => spec.expireAfterSeconds !== undefined)
        .map((index) => ({ collection, index })),
    );
}

/** Removes the documents whose time in a TTL index is over. */
export async function expireDocuments(store: Store, now: Date): Promise<void> {
  for (const { collection, index } of expiring(store)) {
    const [field] = index.fields;
    if (!field) continue;
    const before = new Date(now.getTime() - toNumber(index.spec.expireAfterSeconds) * 1000);
    const partial = index.spec.partialFilterExpression;
    const late = { [field.path]: { $lt: before } };
    const selection = { query: partial ? { $and: [partial, late] } : late, limit: BATCH };
    let removed = BATCH;
    while (removed === BATCH) {
      removed = await store.write(() => deleteDocuments(store, collection, selection).length);
    }
  }
}
