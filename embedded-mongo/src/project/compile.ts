import { compileExpression, type ExpressionOptions } from '../expression/compile';
import { compileMatch } from '../match/compile';
import type { MatchPosition } from '../match/context';
import { pathParts } from '../values/paths';
import { type Document, isObject } from '../values/types';
import { type Parsed, parseProjection } from './parse';
import { type ArrayChange, elemMatchChange, positionalChange, sliceChange } from './special';
import { addPath, changePath, exclude, type FieldTree, include, withPath } from './tree';

export interface ProjectionOptions extends ExpressionOptions {
  /** The query that found the documents. The positional operator `'list.$'` uses the position at which the query matched. */
  query?: Document | undefined;
  /**
   * True for an aggregation's `$project`, which has neither the positional operator nor the `$slice` and `$elemMatch`
   * of projections.
   */
  stage?: boolean | undefined;
}

/** A compiled projection; it does not change its input. */
export type Projector = (document: Document) => Document;

type Step = (result: Document, document: Document) => Document;

function asDocument(value: unknown): Document {
  return isObject(value) ? value : {};
}

/** The step of a projection that includes or excludes fields without changing them. */
function fieldStep({ mode, id, tree }: Parsed): Step {
  if (mode === 'include') {
    const wanted: FieldTree = new Map(tree);
    if (id && !wanted.has('_id')) wanted.set('_id', true);
    return (_result, document) => asDocument(include(document, wanted));
  }
  const unwanted: FieldTree = new Map(tree);
  if (!id) unwanted.set('_id', true);
  return (_result, document) => asDocument(exclude(document, unwanted));
}

function changeStep(parts: readonly string[], change: ArrayChange): Step {
  return (result) => asDocument(changePath(result, parts, change));
}

function positionalStep(parts: readonly string[], options: ProjectionOptions): Step {
  const { query = {}, collation, let: definitions, variables } = options;
  const matches = compileMatch(query, { collation, let: definitions, variables });
  return (result, document) => {
    const position: MatchPosition = {};
    matches(document, position);
    return asDocument(positionalChange(result, parts, position));
  };
}

function computedStep({ parts, expression }: Parsed['computed'][number], options: ProjectionOptions): Step {
  const evaluate = compileExpression(expression, options);
  return (result, document) => asDocument(withPath(result, parts, () => evaluate(document)));
}

/** Compiles a parsed projection. Throws MongoDB's codes for invalid operators and expressions. */
export function compileParsed(parsed: Parsed, options: ProjectionOptions): Projector {
  const steps: Step[] = [fieldStep(parsed)];
  for (const { parts, argument } of parsed.slices) steps.push(changeStep(parts, sliceChange(argument)));
  for (const { parts, query } of parsed.elemMatches) {
    steps.push(changeStep(parts, elemMatchChange(query, options.collation)));
  }
  if (parsed.positional) steps.push(positionalStep(parsed.positional, options));
  for (const computed of parsed.computed) steps.push(computedStep(computed, options));
  return (document) => steps.reduce((result, step) => step(result, document), {} as Document);
}

/**
 * Compiles a projection of find, or the stage `$project`.
 * @throws MongoDB's codes for mixed inclusion and exclusion, colliding paths and invalid operators.
 */
export function compileProjection(projection: Document | undefined, options: ProjectionOptions = {}): Projector {
  if (!projection || Object.keys(projection).length === 0) return (document) => document;
  return compileParsed(parseProjection(projection, options.stage !== true), options);
}

/** Compiles the stage `$unset`, for one path or several. */
export function compileUnset(paths: readonly string[]): Projector {
  const tree: FieldTree = new Map();
  for (const path of paths) addPath(tree, pathParts(path));
  return (document) => asDocument(exclude(document, tree));
}
