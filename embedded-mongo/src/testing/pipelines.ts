import { runPipeline } from '../aggregate/pipeline';
import { MongoError } from '../values/errors';
import type { Document } from '../values/types';

/** What a pipeline makes of documents, worked out to its end; there is nothing else to read from. */
export function answers(documents: Iterable<Document>, pipeline: Document[], collation?: Document): Document[] {
  return [...runPipeline(documents, pipeline, { read: () => [], collation }).documents];
}

/** The code and the sentence a pipeline is refused with; undefined where it is not. */
export function refusal(pipeline: Document[], documents: Document[] = [{}]): [number, string] | undefined {
  try {
    answers(documents, pipeline);
    return undefined;
  } catch (error) {
    if (error instanceof MongoError) return [error.code, error.message];
    throw error;
  }
}

/** Values as JSON has them: known answers are compared as numbers, whichever type of number they are. */
export function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
