import type { Collection } from '../storage/collection';
import { RECORD_BYTES } from '../storage/keys';
import type { Store } from '../storage/store';
import { RANK } from '../values/types';
import { encode } from '../wire/bson';
import { endOf } from '../wire/splice';
import { isNamed, isSame, TYPE } from './elements';
import type { Change, Element, QuickUpdate } from './request';

const UNMATCHED = encode({ n: 0, nModified: 0, ok: 1 });
const UNCHANGED = encode({ n: 1, nModified: 0, ok: 1 });
const CHANGED = encode({ n: 1, nModified: 1, ok: 1 });

// Documents are changed in here, one after another: a work of the write queue is never interrupted.
const ROOM = 64 * 1024;
const document = Buffer.allocUnsafeSlow(ROOM);
const idKey = Buffer.alloc(17);
const recordKey = Buffer.alloc(4 + RECORD_BYTES);
const ID_BYTES = 12;
/** Longer texts as `_id` have keys that may have to be cut. */
const LONGEST_TEXT = 500;

/** Options of a collection that have a say in what may be stored or how it is compared. */
function hasOwnRules({ options, indexes }: Collection): boolean {
  const { validator, capped, collation, viewOn } = options;
  const rules = validator !== undefined || capped !== undefined || collation !== undefined || viewOn !== undefined;
  return rules || indexes[0]?.primary !== true;
}

/** True where a change touches what an index is made of. */
function touchesIndex({ indexes }: Collection, { bytes, changes }: QuickUpdate): boolean {
  for (const { covers, fields } of indexes) {
    if (covers) return true;
    for (const { parts } of fields) {
      for (const { at } of changes) if (isNamed(bytes, at + 1, parts[0] ?? '')) return true;
    }
  }
  return false;
}

/** The key of a text in the index of `_id`; null where it takes more than copying. */
function textKey(index: number, bytes: Buffer, { value, end }: Element): Buffer | null {
  const size = end - value - 5;
  if (size > LONGEST_TEXT) return null;
  const key = Buffer.alloc(4 + 1 + size + 2);
  key.writeUInt32BE(index);
  key[4] = RANK.string;
  bytes.copy(key, 5, value + 4, end - 1);
  return key.indexOf(0, 5) === 5 + size ? key : null;
}

/** The key of the index of `_id` for the value a query names, as indexes/keys makes it; null for other than usual ids. */
function idKeyOf(index: number, bytes: Buffer, id: Element): Buffer | null {
  if (bytes[id.at] === TYPE.string) return textKey(index, bytes, id);
  if (bytes[id.at] !== TYPE.objectId) return null;
  idKey.writeUInt32BE(index);
  idKey[4] = RANK.objectId;
  for (let n = 0; n < ID_BYTES; n++) idKey[5 + n] = bytes[id.value + n] ?? 0;
  return idKey;
}

/** Reads the record into the buffer of this module. Answers its size: 0 where there is none, -1 where it has no room. */
function load(store: Store, collection: Collection, key: Buffer): number {
  const { entries, records } = store.environment;
  const pointer = entries.getBinaryFast(key);
  if (!pointer) return 0;
  recordKey.writeUInt32BE(collection.id);
  for (let n = 0; n < RECORD_BYTES; n++) recordKey[4 + n] = pointer[n] ?? 0;
  const found = records.getBinaryFast(recordKey);
  if (!found) return 0;
  const size = found.length;
  if (size > ROOM / 2) return -1;
  document.set(found.subarray(0, size));
  return size;
}

/** Where the fields of a list are in the loaded document; a field that it lacks has an end of 0. */
type Places = Element[];

const NOWHERE: Element = { at: 0, value: 0, end: 0 };

function isField(bytes: Buffer, { at, value }: Element, there: number): boolean {
  for (let n = at + 1, other = there + 1; n < value; n++, other++) if (bytes[n] !== document[other]) return false;
  return true;
}

/** Finds fields of the message in the loaded document; null where it holds a type that nobody writes any more. */
function locate(bytes: Buffer, size: number, lists: readonly (readonly Element[])[]): Places[] | null {
  const found = lists.map((list) => list.map(() => NOWHERE));
  let at = 4;
  while (at < size - 1) {
    let value = at + 1;
    while (document[value++] !== 0);
    const end = endOf(document[at] ?? 0, document, value);
    if (end < 0 || end > size - 1) return null;
    for (let l = 0; l < lists.length; l++) {
      const list = lists[l] ?? [];
      const places = found[l] ?? [];
      for (let n = 0; n < list.length; n++) {
        const field = list[n];
        if (field && field.value - field.at === value - at && isField(bytes, field, at)) places[n] = { at, value, end };
      }
    }
    at = end;
  }
  return found;
}

/** Whether the loaded document meets all conditions; null where types differ and may yet be equal. */
function meets(bytes: Buffer, conditions: readonly Element[], places: Places): boolean | null {
  let all = true;
  for (let n = 0; n < conditions.length; n++) {
    const condition = conditions[n] ?? NOWHERE;
    const place = places[n] ?? NOWHERE;
    if (place.end === 0) all = false;
    else if (document[place.at] !== bytes[condition.at]) return null;
    else if (!isEqual(bytes, condition, place)) all = false;
  }
  return all;
}

function isEqual(bytes: Buffer, { value, end }: Element, place: Element): boolean {
  return place.end - place.value === end - value && isSame(document, place.value, { bytes, at: value, end });
}

/** Where values and what follows them come to stand when one before them grows. */
function shift(places: Places, behind: number, by: number): void {
  for (let n = 0; n < places.length; n++) {
    const place = places[n];
    if (place && place.at > behind) places[n] = { at: place.at + by, value: place.value + by, end: place.end + by };
  }
}

/** The document under change: its size, and whether it is another by now. */
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

/** A field the document lacks stands behind all others. */
function append(bytes: Buffer, { at, end }: Change, progress: Progress): void {
  copyIn(bytes, { from: at, to: end, at: progress.size - 1 });
  progress.size += end - at;
  document[progress.size - 1] = 0;
  progress.changed = true;
}

/** Changes the loaded document; null for what is not sums of ints, or more than one new field, whose order is a rule. */
function change({ bytes, changes }: QuickUpdate, places: Places, size: number): Progress | null {
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

/**
 * Runs an update inside a write transaction, on the bytes of the record itself. Answers the bytes of the command's answer;
 * null where the general way has to be taken: then nothing has been written.
 */
export function runQuickUpdate(store: Store, update: QuickUpdate): Buffer | null {
  const { bytes, conditions, changes } = update;
  const collection = store.catalog.find(update.database, update.collection);
  const [primary] = collection?.indexes ?? [];
  if (!collection || !primary || hasOwnRules(collection) || touchesIndex(collection, update)) return null;
  const [id] = conditions;
  const key = id ? idKeyOf(primary.id, bytes, id) : null;
  const size = key ? load(store, collection, key) : -1;
  if (size < 0 || size + bytes.length > ROOM) return null;
  if (size > 0) {
    const [asked, changing] = locate(bytes, size, [conditions, changes]) ?? [];
    const met = asked ? meets(bytes, conditions, asked) : null;
    const progress = met && changing ? change(update, changing, size) : null;
    if (met === null || (met && !progress)) return null;
    primary.uses++;
    if (!progress) return UNMATCHED;
    if (!progress.changed) return UNCHANGED;
    store.environment.records.putSync(recordKey, document.subarray(0, progress.size));
    return CHANGED;
  }
  primary.uses++;
  return UNMATCHED;
}
