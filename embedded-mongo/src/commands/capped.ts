import { scanCollection } from '../plan/scan';
import { inBatches } from '../storage/batches';
import type { Collection } from '../storage/collection';
import { countBytes, countRecords, removeRecord } from '../storage/records';
import type { Store } from '../storage/store';
import { badValue } from '../values/errors';
import { toNumber } from '../values/numbers';
import type { Document } from '../values/types';
import { encode } from '../wire/bson';
import { decode } from '../wire/decode';

/** MongoDB rounds the size of a capped collection up to a multiple of this many bytes. */
const STEP = 256;
// The batch size. It is small, because a new document usually displaces a single old one.
const FEW = 2;

/** The limits of a capped collection; null for other collections. */
function capOf({ options }: Collection): { bytes: number; documents: number } | null {
  const { capped, size, max } = options;
  if (!capped) return null;
  const documents = toNumber(max ?? 0);
  return {
    bytes: Math.ceil(toNumber(size) / STEP) * STEP,
    documents: documents > 0 ? documents : Number.POSITIVE_INFINITY,
  };
}

/** Throws BadValue for a document that a capped collection cannot hold even alone. */
export function checkCap(collection: Collection, document: Document): void {
  const cap = capOf(collection);
  if (cap && encode(document).length > cap.bytes) throw badValue('object to insert exceeds cappedMaxSize');
}

function isOver(store: Store, collection: Collection, cap: { bytes: number; documents: number }): boolean {
  return countBytes(store, collection) > cap.bytes || countRecords(store, collection) > cap.documents;
}

/** Removes the oldest documents of a capped collection until it is within its limits. */
export function trim(store: Store, collection: Collection): void {
  const cap = capOf(collection);
  if (!cap || !isOver(store, collection, cap)) return;
  const all = scanCollection({ store, collection }, false, { keys: 0, documents: 0 });
  for (const batch of inBatches(store, all, FEW)) {
    for (const { record, bytes } of batch) {
      removeRecord(store, collection, { record, document: decode(bytes) });
      if (!isOver(store, collection, cap)) return;
    }
  }
}
