import type { ExpressionOptions } from '../expression/compile';
import type { Document } from '../values/types';

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
  read(from: Source, query: Document, variables: Document): Iterable<Document>;
  /** The answers of `$collStats`, `$indexStats` and `$currentOp`, which only the server knows. */
  report?(stage: string, argument: unknown): Document[];
}

/** What a pipeline that ends in `$out` or `$merge` asks its caller to write. */
export interface PipelineOutput {
  stage: '$out' | '$merge';
  argument: unknown;
}

export interface PipelineResult {
  /** Worked out as they are asked for, once. */
  documents: Iterable<Document>;
  /** Set when the last stage is `$out` or `$merge`: `documents` are then to be written, not answered. */
  output?: PipelineOutput | undefined;
}

/** A compiled stage: takes from its input what it is asked for. What gathers counts it, see values/memory. */
export type Stage = (documents: Iterable<Document>) => Iterable<Document>;

/** What stages with pipelines of their own run them with. */
export interface StageContext {
  environment: PipelineEnvironment;
  /** Compiles a pipeline inside a stage. */
  nested(pipeline: unknown, environment: PipelineEnvironment): Stage;
  /** How many documents the stages that follow want at most; 0 where they want all. */
  wanted: number;
}

export type StageCompiler = (argument: unknown, context: StageContext, name: string) => Stage;
export type Stages = Readonly<Record<string, StageCompiler>>;
