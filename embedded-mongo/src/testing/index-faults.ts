import { faultsOf, verifyCollection } from '../indexes/verify';
import { namespaceOf } from '../storage/collection';
import type { Store } from '../storage/store';

/** Compares every index with its collection's documents; one sentence for each that disagrees. */
export function indexFaults(store: Store): string[] {
  return store.catalog
    .databases()
    .flatMap((database) => store.catalog.collections(database))
    .flatMap((collection) =>
      faultsOf(verifyCollection(store, collection)).map((fault) => `${namespaceOf(collection)} ${fault}`),
    );
}
