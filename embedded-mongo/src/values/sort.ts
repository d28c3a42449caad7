import { comparison } from './compare';
import { badValue, located, memoryExceeded } from './errors';
import { MEMORY_LIMIT } from './memory';
import { toNumber } from './numbers';
import { documentKeys, indexValues, ParallelArrays, pathParts } from './paths';
import { type Document, isNumber } from './types';

/** A compiled sort: reads a document's key once, then compares keys. */
export interface Sorter {
  /**
   * The values to sort by, one for each field. An array is sorted by its least element, in descending order by its greatest.
   */
  key(document: Document): unknown[];
  /** Orders two such keys. */
  compare(a: readonly unknown[], b: readonly unknown[]): number;
}

function direction(field: string, value: unknown): 1 | -1 {
  if (typeof value === 'object' && value !== null && '$meta' in value) {
    throw located(40218, `query requires ${String(value.$meta)} metadata, but it is not available`);
  }
  if (!isNumber(value) && typeof value !== 'boolean') {
    throw located(15974, `Illegal key in $sort specification: ${field}: ${JSON.stringify(value)}`);
  }
  const number = typeof value === 'boolean' ? Number(value) : toNumber(value);
  if (number === 1) return 1;
  if (number === -1) return -1;
  throw located(15975, '$sort key ordering must be 1 (for ascending) or -1 (for descending)');
}

function least(rows: readonly unknown[][], compare: Sorter['compare']): unknown[] {
  let best = rows[0] ?? [];
  for (const row of rows) if (compare(row, best) < 0) best = row;
  return best;
}

/**
 * Compiles a sort pattern such as `{ price: 1, created_at: -1 }`.
 * @throws codes 15974, 15975, 40218 for a pattern MongoDB refuses; on reading a key, 2 for parallel arrays.
 */
export function sorter(spec: Document, collation?: Document): Sorter {
  const values = comparison(collation);
  const fields = Object.entries(spec).map(([path, value]) => ({
    parts: pathParts(path),
    direction: direction(path, value),
  }));
  const paths = fields.map((field) => field.parts);
  const compare: Sorter['compare'] = (a, b) => {
    for (const [index, field] of fields.entries()) {
      const order = values(a[index], b[index]);
      if (order) return order * field.direction;
    }
    return 0;
  };
  const only = paths.length === 1 ? paths[0] : undefined;
  const rows = (document: Document): unknown[][] => {
    if (only) return indexValues(document, only).values.map((value) => [value]);
    try {
      return documentKeys(document, paths).rows;
    } catch (error) {
      if (error instanceof ParallelArrays) throw badValue('cannot sort with keys that are parallel arrays');
      throw error;
    }
  };
  return {
    key(document) {
      const found = rows(document);
      return found.length === 1 ? (found[0] ?? []) : least(found, compare);
    },
    compare,
  };
}

/** Options of sortDocuments. */
export interface SortOptions<T> {
  collation?: Document | undefined;
  get?: (item: T) => Document;
  /** The number of first items to return; at most twice as many items plus {@link SLACK} are held in memory. */
  limit?: number | undefined;
  /** The size of an item in memory, in bytes; without it no memory limit applies. */
  size?: (item: T) => number;
}

type Keyed<T> = { item: T; key: unknown[]; size: number };

// A list with a limit is truncated only when it has this many items more than twice the limit.
const SLACK = 1000;

/** Collects the items to sort; with a limit it drops those that cannot be among the first. */
class Gathering<T> {
  readonly #compare: Sorter['compare'];
  readonly #limit: number;
  #held: Keyed<T>[] = [];
  #bytes = 0;
  #worst: readonly unknown[] | null = null;

  constructor(compare: Sorter['compare'], limit: number) {
    this.#compare = compare;
    this.#limit = limit;
  }

  add(keyed: Keyed<T>): void {
    // The sort is stable: an equal later item cannot replace an earlier one.
    if (this.#worst && this.#compare(keyed.key, this.#worst) >= 0) return;
    this.#held.push(keyed);
    this.#bytes += keyed.size;
    if (this.#held.length >= 2 * this.#limit + SLACK) this.#cut();
    if (this.#bytes <= MEMORY_LIMIT) return;
    this.#cut();
    if (this.#bytes > MEMORY_LIMIT) {
      const rule = `Sort exceeded memory limit of ${MEMORY_LIMIT} bytes, but did not opt in to external sorting.`;
      throw memoryExceeded(`${rule} This server sorts in memory only.`);
    }
  }

  sorted(): T[] {
    return this.#cut().map(({ item }) => item);
  }

  #cut(): Keyed<T>[] {
    this.#held.sort((a, b) => this.#compare(a.key, b.key));
    if (this.#held.length <= this.#limit) return this.#held;
    this.#held.length = this.#limit;
    this.#worst = this.#held.at(-1)?.key ?? null;
    this.#bytes = this.#held.reduce((sum, { size }) => sum + size, 0);
    return this.#held;
  }
}

/**
 * A sorted copy; items of equal keys keep their order. `get` reads the document of an item that is not itself a document.
 * Throws code 292 if the items, whose sizes `size` returns, need more than the memory limit.
 */
export function sortDocuments<T>(items: Iterable<T>, spec: Document, options: SortOptions<T> = {}): T[] {
  const { key, compare } = sorter(spec, options.collation);
  const { size = () => 0, limit = 0 } = options;
  const get = options.get ?? ((item: T) => item as Document);
  const gathering = new Gathering<T>(compare, limit > 0 ? limit : Number.POSITIVE_INFINITY);
  for (const item of items) gathering.add({ key: key(get(item)), item, size: size(item) });
  return gathering.sorted();
}
