import type { DocumentEvaluate } from '../../expression/compile';
import { identityUnder } from '../../expression/operators/sets';
import { resolvePath } from '../../expression/scope';
import { comparison } from '../../values/compare';
import { typeMismatch } from '../../values/errors';
import { type Meter, shareOf, sizeOf } from '../../values/memory';
import { pathParts } from '../../values/paths';
import { sortDocuments } from '../../values/sort';
import type { Document } from '../../values/types';
import type { PipelineEnvironment } from '../environment';

/** The documents of a partition, in order. */
export interface Partition {
  documents: readonly Document[];
  /** Counts the memory that the functions hold in addition to the documents. */
  held: Meter;
}

/** The order of the documents in a partition, and of the partitions. */
export interface Order {
  partitionBy: DocumentEvaluate | undefined;
  sortBy: Document | undefined;
}

/** The only sort field; undefined if there is none or more than one. */
export function onlySortField(sortBy: Document | undefined): string | undefined {
  const fields = Object.keys(sortBy ?? {});
  return fields.length === 1 ? fields[0] : undefined;
}

/** Reads the value of a field in the way an expression does. */
export function fieldReader(path: string): (document: Document | undefined) => unknown {
  const parts = pathParts(path);
  return (document) => resolvePath(document, parts);
}

function keyOf(document: Document, partitionBy: DocumentEvaluate | undefined): unknown {
  const key = partitionBy?.(document) ?? null;
  if (!Array.isArray(key)) return key;
  throw typeMismatch('An expression used to partition cannot evaluate to value of type array');
}

/** Splits documents into partitions, in the order of their keys; each partition is sorted. Counts the memory it holds. */
export function* partitioned(
  documents: Iterable<Document>,
  { partitionBy, sortBy }: Order,
  { environment: { collation }, held }: { environment: PipelineEnvironment; held: Meter },
): Generator<Partition> {
  const identity = identityUnder(collation);
  const found = new Map<string, { key: unknown; documents: Document[] }>();
  for (const document of documents) {
    held.hold(sizeOf(document));
    const key = keyOf(document, partitionBy);
    const text = identity(key);
    const partition = found.get(text);
    if (partition) partition.documents.push(document);
    else found.set(text, { key, documents: [document] });
  }
  const compare = comparison(collation);
  for (const partition of [...found.values()].sort((a, b) => compare(a.key, b.key))) {
    const share = shareOf(held);
    const sorted = sortBy ? sortDocuments(partition.documents, sortBy, { collation }) : partition.documents;
    yield { documents: sorted, held: share };
    share.release();
  }
}
