import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';

export const extensions = ['jpg', 'png', 'pdf'] as const;
export type Extension = (typeof extensions)[number];

const FILE_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\.(jpg|png|pdf)$/;

/** Whether a text can be the id of a stored file; only such an id ever becomes a path or a key. */
export function isFileId(id: string): boolean {
  return FILE_ID.test(id);
}

/** A random id for a new file, with the extension of its detected type. */
export function newFileId(extension: Extension): string {
  return `${randomUUID()}.${extension}`;
}

/** A part of a file: the first and the last byte, both included, counted from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A stored file. */
export interface StoredFile {
  /** In bytes. */
  readonly size: number;
  /** The content, or a part of it. A failure is an `error` of the stream. */
  read(range?: ByteRange): Readable;
}

/** A place in which uploaded files are stored under their ids. A file never changes. */
export interface FileStorage {
  /** How an operator knows the place; without secrets. */
  readonly name: string;
  /** Creates what the storage needs; rejects when the storage cannot be used. */
  prepare(): Promise<void>;
  /** Stores a file durably. When it rejects, no file with this id can be opened. */
  put(id: string, bytes: Uint8Array): Promise<void>;
  /** The file with this id; null when there is none. */
  open(id: string): Promise<StoredFile | null>;
  /** The ids of all files in batches, or only of those that are older than this many milliseconds. */
  list(olderThanMs?: number): AsyncIterable<string[]>;
  /** Removes files; missing ones are ignored. */
  remove(ids: readonly string[]): Promise<void>;
}
