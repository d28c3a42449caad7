import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Collection } from './collection';
import { afterPrefix, prefixOf } from './keys';
import { countRecords } from './records';
import type { Store } from './store';

/** How much a collection holds, in bytes. */
export type Sizes = { count: number; size: number; indexes: Record<string, number> };

// The file keeps no sizes: up to so many entries of each end of a table's stretch stand for all of them.
const SAMPLE = 50;

type Stretch = { table: 'records' | 'entries'; id: number; count: number };

function stretchBytes(store: Store, { table, id, count }: Stretch): number {
  const start = prefixOf(id);
  const end = afterPrefix(start);
  const read = (bounds: object) =>
    [...store.environment[table].getRange({ ...bounds, limit: SAMPLE })].map(({ key, value }) =>
      table === 'records' ? value.length : key.length + value.length,
    );
  const first = read({ start, end });
  const sample = count <= SAMPLE ? first : [...first, ...read({ start: end, end: start, reverse: true })];
  if (sample.length === 0) return 0;
  return Math.round((sample.reduce((sum, bytes) => sum + bytes, 0) / sample.length) * count);
}

/** What a collection and its indexes hold: exact for up to fifty entries, an estimate from a sample above. */
export function sizesOf(store: Store, collection: Collection): Sizes {
  const count = countRecords(store, collection);
  const sizes: Sizes = {
    count,
    size: stretchBytes(store, { table: 'records', id: collection.id, count }),
    indexes: {},
  };
  for (const { id, name } of collection.indexes) {
    const start = prefixOf(id);
    const entries = store.environment.entries.getKeysCount({ start, end: afterPrefix(start) });
    sizes.indexes[name] = stretchBytes(store, { table: 'entries', id, count: entries });
  }
  return sizes;
}

/** The bytes of the file that holds everything. */
export function fileBytes(store: Store): number {
  return statSync(join(store.folder, 'data.mdb'), { throwIfNoEntry: false })?.size ?? 0;
}
