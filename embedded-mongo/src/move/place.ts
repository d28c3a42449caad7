import type { Document } from '../values/types';

/** What belongs to a server, and not to whoever uses it. */
export const SYSTEM_DATABASES: ReadonlySet<string> = new Set(['admin', 'config', 'local']);

/** A collection or a view as it is described where it lies. */
export type Description = {
  name: string;
  type: 'collection' | 'view' | 'timeseries';
  /** What `create` takes: validator, capped, collation, viewOn, … */
  options: Document;
  /** What `createIndexes` takes, without the index on `_id`. */
  indexes: Document[];
};

/** Where data comes from. Documents are BSON, and are read while they are needed. */
export type Source = {
  /** Named to the person, and remembered by an unfinished target: no passwords in it. */
  label: string;
  databases(): Promise<string[]>;
  collections(database: string): Promise<Description[]>;
  /** About how many documents there are. */
  count(database: string, name: string): Promise<number>;
  documents(database: string, name: string): AsyncIterable<Buffer>;
  close(): Promise<void>;
};

/** One collection being filled. */
export type CollectionWriter = {
  /** Adds documents; those that are there already, from an interrupted move, become what they are now. */
  write(documents: readonly Buffer[]): Promise<void>;
  /** Makes the indexes and whatever else comes after the documents. */
  finish(): Promise<void>;
};

/** Where data goes. */
export type Target = {
  label: string;
  /**
   * Looks whether databases may be filled, and marks them as unfinished before the first is.
   * @throws MoveRefused where one holds something that no interrupted move from the same source has left.
   */
  begin(databases: readonly string[], from: string, options: { merge: boolean }): Promise<void>;
  fill(database: string, description: Description): Promise<CollectionWriter>;
  /** Takes the marks away: everything is there. */
  finish(databases: readonly string[]): Promise<void>;
  close(): Promise<void>;
};

/** A move that cannot be made; its message is the sentence for the person who asked for it. */
export class MoveRefused extends Error {}

/** Views come last: they need what they look at. */
export function inOrder(descriptions: readonly Description[]): Description[] {
  const rank = ({ type }: Description) => (type === 'view' ? 1 : 0);
  return [...descriptions].sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1));
}
