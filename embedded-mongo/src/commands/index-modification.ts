import { allDocuments } from '../indexes/build';
import { type Index, prepareIndex } from '../indexes/definition';
import { keysOf } from '../indexes/keys';
import type { Collection } from '../storage/collection';
import type { Store } from '../storage/store';
import { equal } from '../values/compare';
import { mongoError } from '../values/errors';
import type { Document } from '../values/types';

function indexFor(collection: Collection, change: Document): Index {
  const found = collection.indexes.find((index) =>
    change.name === undefined ? equal(index.key, change.keyPattern) : index.name === change.name,
  );
  if (!found) throw mongoError(27, 'IndexNotFound', 'cannot find index for collMod');
  return found;
}

/** The `_id`s that share a key, for each key that several records have. */
function violations(store: Store, collection: Collection, index: Index): { ids: unknown[] }[] {
  const byKey = new Map<string, unknown[]>();
  for (const { document } of allDocuments(store, collection)) {
    for (const key of keysOf(index, document).keys) {
      const name = key.toString('latin1');
      byKey.set(name, [...(byKey.get(name) ?? []), document._id]);
    }
  }
  return [...byKey.values()].filter((ids) => ids.length > 1).map((ids) => ({ ids }));
}

function checkConvertible(store: Store, collection: Collection, index: Index): void {
  if (index.spec.prepareUnique !== true) {
    throw mongoError(72, 'InvalidOptions', 'Cannot make index unique: it is not prepared for it by prepareUnique');
  }
  const found = violations(store, collection, index);
  if (found.length === 0) return;
  const message =
    'Cannot convert the index to unique. Please resolve conflicting documents before running collMod again.';
  throw mongoError(359, 'CannotConvertIndexToUnique', message, { violations: found });
}

const CHANGEABLE = ['prepareUnique', 'expireAfterSeconds', 'hidden'];

/**
 * Changes an index as `collMod` asks: hidden, expireAfterSeconds, prepareUnique, unique.
 * Throws IndexNotFound, or code 359 with the conflicting documents.
 */
export function modifyIndex(store: Store, collection: Collection, change: Document): Document {
  const index = indexFor(collection, change);
  const spec = { ...index.spec };
  const answer: Document = {};
  for (const name of CHANGEABLE) {
    if (change[name] === undefined) continue;
    answer[`${name}_old`] = spec[name];
    answer[`${name}_new`] = change[name];
    spec[name] = change[name];
  }
  if (change.unique === true) {
    checkConvertible(store, collection, index);
    spec.unique = true;
    delete spec.prepareUnique;
  }
  const changed = prepareIndex({ ...index, spec });
  collection.indexes = collection.indexes.map((each) => (each === index ? changed : each));
  return answer;
}
