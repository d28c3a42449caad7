import type { ExpressionOptions } from '../expression/compile';
import type { Document } from '../values/types';

/** A collection in a pipeline; if `db` is missing, the collection is in the command's database. */
export interface Source {
  db?: string | undefined;
  collection: string;
}

/** The server's functions for a pipeline. */
export interface PipelineEnvironment extends ExpressionOptions {
  /**
   * The documents of another collection that match the query, for `$lookup`, `$unionWith` and `$graphLookup`. A `$expr`
   * in the query may name the `variables`.
   */
  read(from: Source, query: Document, variables: Document): Iterable<Document>;
  /** The documents that a stage such as `$collStats` or `$indexStats` returns, which only the server knows. */
  report?(stage: string, argument: unknown): Document[];
}

/** A pipeline's last stage `$out` or `$merge`: the caller of the pipeline writes the documents. */
export interface PipelineOutput {
  stage: '$out' | '$merge';
  argument: unknown;
}

export interface PipelineResult {
  /** Computed lazily; can be iterated once. */
  documents: Iterable<Document>;
  /** Set when the last stage is `$out` or `$merge`: `documents` are then to be written instead of returned to the client. */
  output?: PipelineOutput | undefined;
}

/** A compiled, lazy stage. Stages that hold documents in memory count them, see values/memory. */
export type Stage = (documents: Iterable<Document>) => Iterable<Document>;

/** The context of stages, with the functions for nested pipelines. */
export interface StageContext {
  environment: PipelineEnvironment;
  /** Compiles a pipeline inside a stage. */
  nested(pipeline: unknown, environment: PipelineEnvironment): Stage;
  /** The maximum number of documents that the following stages read; 0 for all. */
  wanted: number;
}

export type StageCompiler = (argument: unknown, context: StageContext, name: string) => Stage;
export type Stages = Readonly<Record<string, StageCompiler>>;
