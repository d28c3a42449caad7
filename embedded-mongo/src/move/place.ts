import type { Document } from '../values/types';

/** The system databases of a server, which are not copied. */
export const SYSTEM_DATABASES: ReadonlySet<string> = new Set(['admin', 'config', 'local']);

/** The description of a collection or view. */
export type Description = {
  name: string;
  type: 'collection' | 'view' | 'timeseries';
  /** The options of `create`: validator, capped, collation, viewOn, … */
  options: Document;
  /** The specifications for `createIndexes`, without the index on `_id`. */
  indexes: Document[];
};

/** The source of a move. Documents are BSON and are streamed. */
export type Source = {
  /** Shown to the user and stored in an unfinished target, so it contains no password. */
  label: string;
  databases(): Promise<string[]>;
  collections(database: string): Promise<Description[]>;
  /** The approximate number of documents. */
  count(database: string, name: string): Promise<number>;
  documents(database: string, name: string): AsyncIterable<Buffer>;
  close(): Promise<void>;
};

/** Writes one collection of the target. */
export type CollectionWriter = {
  /** Adds documents, and replaces those that an interrupted move has left. */
  write(documents: readonly Buffer[]): Promise<void>;
  /** Creates the indexes, after all documents. */
  finish(): Promise<void>;
};

/** The target of a move. */
export type Target = {
  label: string;
  /**
   * Checks that databases may be written, and marks them as unfinished before the first write.
   * @throws MoveRefused if one holds data that is not from an interrupted move of the same source.
   */
  begin(databases: readonly string[], from: string, options: { merge: boolean }): Promise<void>;
  fill(database: string, description: Description): Promise<CollectionWriter>;
  /** Removes the marks of unfinished databases, after everything has been copied. */
  finish(databases: readonly string[]): Promise<void>;
  close(): Promise<void>;
};

/** A move that cannot be done; the message is shown to the user. */
export class MoveRefused extends Error {}

/** Collections before views, which depend on them. */
export function inOrder(descriptions: readonly Description[]): Description[] {
  const rank = ({ type }: Description) => (type === 'view' ? 1 : 0);
  return [...descriptions].sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1));
}
