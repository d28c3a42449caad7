import type { Store } from './store';

// What is read before it is written size: while a collection is read nothing may be written.
const TOGETHER = 500;

/** What is read, in inBatches; between two of them no reading is under way and the store may be written to. */
export function* inBatches<T>(store: Store, items: Iterable<T>, size = TOGETHER): Generator<T[]> {
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
