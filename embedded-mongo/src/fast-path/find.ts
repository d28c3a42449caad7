import type { Store } from '../storage/store';
import { cursorMessage } from '../wire/reply';
import type { FastFind } from './find-request';
import { readById } from './record';

const NOTHING: readonly Buffer[] = [];

/**
 * Finds a document and returns the message with the reply, which has the stored bytes of the document; null if the find
 * has to take the general path. Throws DataCorruptionDetected.
 */
export function runFastFind(store: Store, { bytes, requestId, database, collection, id }: FastFind): Buffer | null {
  // The general path waits until a new index can be read.
  if (store.catalog.hasUncommittedChanges) return null;
  const target = store.catalog.find(database, collection);
  const found = target ? readById(store, target, { bytes, id }) : null;
  if (found === null) return null;
  const documents = found ? [found] : NOTHING;
  return cursorMessage(requestId, { field: 'firstBatch', documents, id: 0n, namespace: `${database}.${collection}` });
}
