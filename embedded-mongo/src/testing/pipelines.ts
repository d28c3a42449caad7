import { runPipeline } from '../aggregate/pipeline';
import { MongoError } from '../values/errors';
import type { Document } from '../values/types';

/** Runs a pipeline over these documents and returns its results; every other collection is empty. */
export function answers(documents: Iterable<Document>, pipeline: Document[], collation?: Document): Document[] {
  return [...runPipeline(documents, pipeline, { read: () => [], collation }).documents];
}

/** The error code and message of a pipeline; undefined if it succeeds. */
export function refusal(pipeline: Document[], documents: Document[] = [{}]): [number, string] | undefined {
  try {
    answers(documents, pipeline);
    return undefined;
  } catch (error) {
    if (error instanceof MongoError) return [error.code, error.message];
    throw error;
  }
}

/** Values as JSON, so that equal numbers of different BSON types compare equal. */
export function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
