import type { Collection } from '../storage/collection';
import type { Store } from '../storage/store';
import { cursorMessage } from '../wire/reply';
import type { FastFind } from './find-request';
import { readById } from './record';

const NOTHING: readonly Buffer[] = [];

/** Whether the collection is a view, or compares values by its own rules. */
function hasOwnRules({ options, indexes }: Collection): boolean {
  return options.viewOn !== undefined || options.collation !== undefined || indexes[0]?.primary !== true;
}

/**
 * Finds a document and returns the message with the reply, which has the stored bytes of the document; null if the find
 * has to take the general path. Throws DataCorruptionDetected.
 */
export function runFastFind(
  store: Store,
  { bytes, requestId, database, collection: name, id }: FastFind,
): Buffer | null {
  // The general path waits until a new index can be read.
  if (store.catalog.hasUncommittedChanges) return null;
  const collection = store.catalog.find(database, name);
  const primary = collection?.indexes[0];
  if (!collection || !primary || hasOwnRules(collection)) return null;
  const found = readById(store, collection, { bytes, id });
  if (found === null) return null;
  primary.uses++;
  const documents = found ? [found] : NOTHING;
  return cursorMessage(requestId, { field: 'firstBatch', documents, id: 0n, namespace: `${database}.${name}` });
}
