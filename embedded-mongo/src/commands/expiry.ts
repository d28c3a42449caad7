import type { Collection } from '../storage/collection';
import type { Store } from '../storage/store';
import { toNumber } from '../values/numbers';
import { type Document, isObject } from '../values/types';
import { deleteDocuments } from './operations';

// The number of documents removed in one transaction, so that other writes do not have to wait for long.
const BATCH = 1000;

/** An expiry rule: documents that match `filter` expire `seconds` after the date at `path`. */
type Expiry = { collection: Collection; path: string; seconds: number; filter: Document | null };

function ofIndexes(collection: Collection): Expiry[] {
  return collection.indexes.flatMap(({ spec, fields: [field] }) => {
    if (spec.expireAfterSeconds === undefined || !field) return [];
    const { partialFilterExpression: filter } = spec;
    const seconds = toNumber(spec.expireAfterSeconds);
    return [{ collection, path: field.path, seconds, filter: isObject(filter) ? filter : null }];
  });
}

/** Time series expire by their time field, clustered collections by their `_id`. */
function ofCollection(collection: Collection): Expiry[] {
  const { expireAfterSeconds, timeseries } = collection.options;
  if (expireAfterSeconds === undefined) return [];
  const path = isObject(timeseries) ? String(timeseries.timeField) : '_id';
  return [{ collection, path, seconds: toNumber(expireAfterSeconds), filter: null }];
}

function expiries(store: Store): Expiry[] {
  return store.catalog
    .databases()
    .flatMap((database) => store.catalog.collections(database))
    .flatMap((collection) => [...ofIndexes(collection), ...ofCollection(collection)]);
}

/** Removes expired documents: of TTL indexes, time series and clustered collections. */
export async function expireDocuments(store: Store, now: Date): Promise<void> {
  for (const { collection, path, seconds, filter } of expiries(store)) {
    const late = { [path]: { $lt: new Date(now.getTime() - seconds * 1000) } };
    const selection = { query: filter ? { $and: [filter, late] } : late, limit: BATCH };
    const removeSome = () => {
      // The collection may have been replaced by another one of the same name.
      const isSame = store.catalog.find(collection.database, collection.name) === collection;
      return isSame ? deleteDocuments(store, collection, selection).n : 0;
    };
    let removed = BATCH;
    while (removed === BATCH) removed = await store.write(removeSome);
  }
}
