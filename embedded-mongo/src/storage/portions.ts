import type { Store } from './store';

// What is read before it is written together: while a collection is read nothing may be written.
const TOGETHER = 500;

/** What is read, in portions; between two of them no reading is under way and the store may be written to. */
export function* portions<T>(store: Store, items: Iterable<T>, together = TOGETHER): Generator<T[]> {
  let portion: T[] = [];
  for (const item of items) {
    portion.push(item);
    if (portion.length < together) continue;
    store.pauseReading();
    yield portion;
    portion = [];
  }
  store.pauseReading();
  if (portion.length > 0) yield portion;
}
