import { type Index, PRIMARY_NAME, prepareIndex } from '../indexes/definition';
import type { Document } from '../values/types';
import { catalogPlace, verifiedDocument, withChecksum } from './checksum';
import { type Collection, decodeCollection, encodeCollection } from './collection';
import { type Environment, isFormatKey } from './environment';
import { prefixOf } from './keys';
import { clearRange } from './range';

/**
 * The collections and their indexes in memory; every change is also written to the file, inside a write transaction. After
 * a transaction that failed, `load` restores the catalog.
 */
export class Catalog {
  readonly #environment: Environment;
  #databases = new Map<string, Map<string, Collection>>();
  #nextId = 1;
  #uncommitted = false;

  constructor(environment: Environment) {
    this.#environment = environment;
    this.load();
  }

  /** Reloads everything from the file. */
  load(): void {
    this.#uncommitted = false;
    this.#databases = new Map();
    for (const { key, value } of this.#environment.catalog.getRange({})) {
      if (isFormatKey(key)) continue;
      const collection = decodeCollection(verifiedDocument(value, catalogPlace(key), false));
      this.#place(collection);
      for (const { id } of [collection, ...collection.indexes]) this.#nextId = Math.max(this.#nextId, id + 1);
    }
  }

  /** True while the catalog holds changes that are not committed, and so cannot be read from the file yet. */
  get hasUncommittedChanges(): boolean {
    return this.#uncommitted;
  }

  /** Called when the transaction with the changes of the catalog is committed. */
  markCommitted(): void {
    this.#uncommitted = false;
  }

  /** The names of all databases that hold a collection, sorted. */
  databases(): string[] {
    return [...this.#databases.keys()].sort();
  }

  /** The collections of a database, sorted by name. */
  collections(database: string): Collection[] {
    const found = [...(this.#databases.get(database)?.values() ?? [])];
    return found.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  find(database: string, name: string): Collection | undefined {
    return this.#databases.get(database)?.get(name);
  }

  /** Creates a collection with its `_id` index, which views and time series do not have. */
  create(database: string, name: string, options: Document): Collection {
    const id = this.#nextId++;
    const collection: Collection = {
      id,
      database,
      name,
      options,
      sealed: true,
      indexes: [],
      nextRecord: 1,
      count: 0,
      bytes: 0,
    };
    if (options.viewOn === undefined && options.timeseries === undefined) {
      collection.indexes.push(this.newIndex({ v: 2, key: { _id: 1 }, name: PRIMARY_NAME }));
    }
    this.#place(collection);
    this.save(collection);
    return collection;
  }

  /** Creates an index with a new number; the caller fills it and adds it to its collection. */
  newIndex(spec: Document): Index {
    return prepareIndex({ id: this.#nextId++, spec, multikey: false, cut: false, odd: false, sealed: true });
  }

  /** Writes a collection's changed description to the file. */
  save(collection: Collection): void {
    this.#uncommitted = true;
    const key = prefixOf(collection.id);
    this.#environment.catalog.putSync(key, withChecksum(encodeCollection(collection), catalogPlace(key)));
  }

  /** Drops a collection with its records and indexes. */
  drop(collection: Collection): void {
    clearRange(this.#environment.records, collection.id);
    for (const index of collection.indexes) clearRange(this.#environment.entries, index.id);
    this.#environment.catalog.removeSync(prefixOf(collection.id));
    this.#uncommitted = true;
    this.#remove(collection);
  }

  /** Removes an index with its entries. */
  dropIndex(collection: Collection, index: Index): void {
    clearRange(this.#environment.entries, index.id);
    collection.indexes = collection.indexes.filter((other) => other !== index);
    this.save(collection);
  }

  /** Renames a collection, in this database or into another one. */
  rename(collection: Collection, database: string, name: string): void {
    this.#remove(collection);
    collection.database = database;
    collection.name = name;
    this.#place(collection);
    this.save(collection);
  }

  #place(collection: Collection): void {
    const siblings = this.#databases.get(collection.database) ?? new Map<string, Collection>();
    siblings.set(collection.name, collection);
    this.#databases.set(collection.database, siblings);
  }

  #remove(collection: Collection): void {
    const siblings = this.#databases.get(collection.database);
    siblings?.delete(collection.name);
    if (siblings?.size === 0) this.#databases.delete(collection.database);
  }
}
