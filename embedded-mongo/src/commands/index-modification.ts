import { allDocuments } from '../indexes/build';
import { type Index, prepareIndex } from '../indexes/definition';
import { keysOf } from '../indexes/keys';
import type { Collection } from '../storage/collection';
import type { Store } from '../storage/store';
import { equal } from '../values/compare';
import { badValue, mongoError } from '../values/errors';
import type { Document } from '../values/types';
import { checkFields } from './arguments';
import { expiryError } from './index-specification';

function indexFor(collection: Collection, change: Document): Index {
  const found = collection.indexes.find((index) =>
    change.name === undefined ? equal(index.key, change.keyPattern) : index.name === change.name,
  );
  if (!found) throw mongoError(27, 'IndexNotFound', 'cannot find index for collMod');
  return found;
}

/** The `_id`s of the documents that share a key, for each duplicate key. */
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
    throw mongoError(72, 'InvalidOptions', 'Cannot make the index unique: set prepareUnique on it first');
  }
  const found = violations(store, collection, index);
  if (found.length === 0) return;
  const message =
    'Cannot convert the index to unique. Please resolve conflicting documents before running collMod again.';
  throw mongoError(359, 'CannotConvertIndexToUnique', message, { violations: found });
}

const CHANGEABLE = ['prepareUnique', 'expireAfterSeconds', 'hidden'];
const FIELDS = new Set(['name', 'keyPattern', 'unique', ...CHANGEABLE]);

function checkChange(index: Index, change: Document): void {
  checkFields(change, 'collMod.index', FIELDS);
  if (change.unique !== true && CHANGEABLE.every((name) => change[name] === undefined)) {
    const rule = 'no expireAfterSeconds, hidden, unique, or prepareUnique field';
    throw mongoError(72, 'InvalidOptions', rule);
  }
  if (change.hidden && index.primary) throw badValue("can't hide _id index");
  if (change.expireAfterSeconds === undefined) return;
  const error = expiryError({ key: index.key, expireAfterSeconds: change.expireAfterSeconds });
  if (error) throw mongoError(72, 'InvalidOptions', error);
}

/**
 * Applies the changes of `collMod` to an index: hidden, expireAfterSeconds, prepareUnique, unique. Throws
 * IndexNotFound, InvalidOptions, BadValue, code 40415 for an unknown field, or code 359 with the conflicting documents.
 */
export function modifyIndex(store: Store, collection: Collection, change: Document): Document {
  const index = indexFor(collection, change);
  checkChange(index, change);
  const spec = { ...index.spec };
  const answer: Document = {};
  for (const name of CHANGEABLE) {
    if (change[name] === undefined) continue;
    if (spec[name] !== undefined) answer[`${name}_old`] = spec[name];
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
