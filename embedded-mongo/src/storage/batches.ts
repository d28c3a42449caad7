import type { Store } from './store';

// The default batch size. Items are read in batches because nothing may be written while a collection is being read.
const BATCH_SIZE = 500;

/** The items in arrays of `size`; no read transaction is open while a batch is processed, so the store may be written. */
export function* inBatches<T>(store: Store, items: Iterable<T>, size = BATCH_SIZE): Generator<T[]> {
  let batch: T[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    store.pauseReading();
    yield batch;
    batch = [];
  }
  store.pauseReading();
  if (batch.length > 0) yield batch;
}
