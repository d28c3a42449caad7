import { errorsOf, verifyCollection } from '../indexes/verify';
import { namespaceOf } from '../storage/collection';
import type { Store } from '../storage/store';

/** Compares every index with its collection's documents. Returns one sentence for each error. */
export function indexErrors(store: Store): string[] {
  return store.catalog
    .databases()
    .flatMap((database) => store.catalog.collections(database))
    .flatMap((collection) =>
      errorsOf(verifyCollection(store, collection)).map((error) => `${namespaceOf(collection)} ${error}`),
    );
}
