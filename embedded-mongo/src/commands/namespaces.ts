import type { Collection } from '../storage/collection';
import type { Store } from '../storage/store';
import { mongoError } from '../values/errors';
import type { Document } from '../values/types';

/** The database and name of a collection. */
export type Namespace = { database: string; name: string };

/** The prefix of system collections. No collection may be given such a name, because an export would leave it out. */
const SYSTEM = 'system.';

/** Throws InvalidNamespace for a name that no collection may be given. */
export function checkCreatable({ database, name }: Namespace): void {
  if (!name.startsWith(SYSTEM)) return;
  throw mongoError(73, 'InvalidNamespace', `Invalid system namespace: ${database}.${name}`);
}

/** The collection to write into; created if it is missing. Throws code 166 for a view. */
export function writable(store: Store, { database, name }: Namespace): Collection {
  const found = store.catalog.find(database, name);
  if (!found) {
    checkCreatable({ database, name });
    return store.catalog.create(database, name, {});
  }
  if (found.options.viewOn !== undefined) {
    throw mongoError(166, 'CommandNotSupportedOnView', `Namespace ${database}.${name} is a view, not a collection`);
  }
  return found;
}

/** The collation of a command: its own, else the collection's. */
export function collationFor(collection: Collection | undefined, own: Document | undefined): Document | undefined {
  return own ?? (collection?.options.collation as Document | undefined);
}
