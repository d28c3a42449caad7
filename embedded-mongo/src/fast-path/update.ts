import type { Collection } from '../storage/collection';
import type { Store } from '../storage/store';
import { encode } from '../wire/bson';
import { isNamed, isSame, TYPE } from './elements';
import type { Element } from './message';
import { document, load, locate, MISSING_FIELD, type Places, plainIdIndex, save } from './record';
import type { Change, FastUpdate } from './update-request';

const UNMATCHED = encode({ n: 0, nModified: 0, ok: 1 });
const UNCHANGED = encode({ n: 1, nModified: 0, ok: 1 });
const CHANGED = encode({ n: 1, nModified: 1, ok: 1 });

/** Whether options of the collection restrict what may be stored. */
function isRestricted({ options: { validator, capped } }: Collection): boolean {
  return validator !== undefined || capped !== undefined;
}

/** Whether a change may affect an index; always true for a collection with a partial index. */
function touchesIndex({ indexes }: Collection, { bytes, changes }: FastUpdate): boolean {
  for (const { covers, fields } of indexes) {
    if (covers) return true;
    for (const { parts } of fields) {
      const top = parts[0] ?? '';
      for (const { at, value } of changes) {
        if (value - at - 2 === top.length && isNamed(bytes, at + 1, top)) return true;
      }
    }
  }
  return false;
}

/** Whether the loaded document meets all conditions; null if values of different types may still be equal. */
function meets(bytes: Buffer, conditions: readonly Element[], places: Places): boolean | null {
  let all = true;
  for (let n = 0; n < conditions.length; n++) {
    const condition = conditions[n] ?? MISSING_FIELD;
    const place = places[n] ?? MISSING_FIELD;
    if (place.end === 0) all = false;
    else if (document[place.at] !== bytes[condition.at]) return null;
    else if (!isEqual(bytes, condition, place)) all = false;
  }
  return all;
}

function isEqual(bytes: Buffer, { value, end }: Element, place: Element): boolean {
  return place.end - place.value === end - value && isSame(document, place.value, { bytes, at: value, end });
}

/** Moves the offsets of all fields after the offset `behind`, because the value at `behind` has changed its size. */
function shift(places: Places, behind: number, by: number): void {
  for (let n = 0; n < places.length; n++) {
    const place = places[n];
    if (place && place.at > behind) places[n] = { at: place.at + by, value: place.value + by, end: place.end + by };
  }
}

/** The progress of changing the loaded document: its current size, and whether it differs from the stored one. */
type Progress = { size: number; changed: boolean };

function addTo(bytes: Buffer, change: Change, place: Element, progress: Progress): boolean {
  if (document[place.at] !== TYPE.int) return false;
  const sum = document.readInt32LE(place.value) + bytes.readInt32LE(change.value);
  if ((sum | 0) !== sum) return false;
  progress.changed ||= bytes.readInt32LE(change.value) !== 0;
  document.writeInt32LE(sum, place.value);
  return true;
}

function copyIn(bytes: Buffer, { from, to, at }: { from: number; to: number; at: number }): void {
  for (let n = from, there = at; n < to; n++, there++) document[there] = bytes[n] ?? 0;
}

function replace(bytes: Buffer, { at, value, end }: Change, place: Element, progress: Progress): number {
  if (document[place.at] === bytes[at] && isEqual(bytes, { at, value, end }, place)) return 0;
  const growth = end - value - (place.end - place.value);
  if (growth !== 0) document.copyWithin(place.end + growth, place.end, progress.size);
  document[place.at] = bytes[at] ?? 0;
  copyIn(bytes, { from: value, to: end, at: place.value });
  progress.size += growth;
  progress.changed = true;
  return growth;
}

/** Appends a field that the document lacks. */
function append(bytes: Buffer, { at, end }: Change, progress: Progress): void {
  copyIn(bytes, { from: at, to: end, at: progress.size - 1 });
  progress.size += end - at;
  document[progress.size - 1] = 0;
  progress.changed = true;
}

/**
 * Changes the loaded document. Returns null for an increment that is no 32-bit addition, and for several new fields,
 * whose order matters.
 */
function change({ bytes, changes }: FastUpdate, places: Places, size: number): Progress | null {
  const progress: Progress = { size, changed: false };
  let fresh: Change | null = null;
  for (let n = 0; n < changes.length; n++) {
    const each = changes[n];
    const place = places[n];
    if (!each || !place || (place.end === 0 && fresh)) return null;
    if (place.end === 0) fresh = each;
    else if (each.adds) {
      if (!addTo(bytes, each, place, progress)) return null;
    } else {
      const growth = replace(bytes, each, place, progress);
      if (growth !== 0) shift(places, place.at, growth);
    }
  }
  if (fresh) append(bytes, fresh, progress);
  document.writeInt32LE(progress.size, 0);
  return progress;
}

/** Changes and stores the loaded document if it meets the conditions. Returns null if the general path is needed. */
function applyTo(store: Store, update: FastUpdate, size: number): Buffer | null {
  const located = locate(update, size);
  const met = located && meets(update.bytes, update.conditions, located.conditions);
  if (!located || met === null) return null;
  if (!met) return UNMATCHED;
  const progress = change(update, located.changes, size);
  if (!progress) return null;
  if (!progress.changed) return UNCHANGED;
  save(store, progress.size);
  return CHANGED;
}

/**
 * Runs an update inside a write transaction, on the bytes of the record itself. Returns the encoded reply; null if the
 * update has to take the general path, in which case nothing has been written.
 */
export function runFastUpdate(store: Store, update: FastUpdate): Buffer | null {
  const { bytes, conditions } = update;
  const collection = store.catalog.find(update.database, update.collection);
  const index = collection && plainIdIndex(collection);
  if (!collection || !index || isRestricted(collection) || touchesIndex(collection, update)) return null;
  const id = conditions[0];
  const size = id ? load(store, { collection, index }, { bytes, id, spare: bytes.length }) : -1;
  if (size < 0) return null;
  const answer = size === 0 ? UNMATCHED : applyTo(store, update, size);
  if (answer) index.uses++;
  return answer;
}
