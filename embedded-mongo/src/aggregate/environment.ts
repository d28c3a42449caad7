import type { Document } from '../values/types';
import type { ExpressionOptions } from './expression';

/** A collection as a pipeline names it; without `db` it is in the command's own database. */
export interface Source {
  db?: string | undefined;
  collection: string;
}

/** What a pipeline needs of the world around it. */
export interface PipelineEnvironment extends ExpressionOptions {
  /**
   * The documents of another collection that match the query, for `$lookup`, `$unionWith` and `$graphLookup`. The
   * variables are those a `$expr` in the query may name.
   */
  read(from: Source, query: Document, variables: Document): Document[];
  /** The answers of `$collStats`, `$indexStats` and `$currentOp`, which only the server knows. */
  report?(stage: string, argument: unknown): Document[];
}

/** What a pipeline that ends in `$out` or `$merge` asks its caller to write. */
export interface PipelineOutput {
  stage: '$out' | '$merge';
  argument: unknown;
}

export interface PipelineResult {
  documents: Document[];
  /** Set when the last stage is `$out` or `$merge`: `documents` are then to be written, not answered. */
  output?: PipelineOutput | undefined;
}

/** A compiled stage: all its input at once, all its output. */
export type Stage = (documents: readonly Document[]) => Document[];

/** What stages with pipelines of their own run them with. */
export interface StageContext {
  environment: PipelineEnvironment;
  /** Compiles a pipeline inside a stage. */
  nested(pipeline: unknown, environment: PipelineEnvironment): Stage;
}

export type StageCompiler = (argument: unknown, context: StageContext, name: string) => Stage;
export type Stages = Readonly<Record<string, StageCompiler>>;
