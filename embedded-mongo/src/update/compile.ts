import { compilePipelineUpdate } from '../aggregate/pipeline';
import type { MatchPosition } from '../match/context';
import { clone, cloneFields, own, put } from '../values/clone';
import { identical } from '../values/compare';
import { failedToParse, mongoError } from '../values/errors';
import { show } from '../values/show';
import { type Document, isObject } from '../values/types';
import { compileOperators } from './operators';
import { idFirst } from './upsert';

export interface UpdateOptions {
  arrayFilters?: unknown;
  collation?: Document | undefined;
  /** A command's `let`, for pipelines. */
  let?: Document | undefined;
  /** Values of further variables by name. */
  variables?: Document | undefined;
}

/** The context of applying an update to one document. */
export interface UpdateContext {
  /** The position from the matcher, for the positional operator `$`. */
  position?: MatchPosition | undefined;
  /** True when the document is about to be inserted by an upsert: `$setOnInsert` applies. */
  inserting?: boolean | undefined;
  now?: Date | undefined;
}

/**
 * Returns the changed document and leaves the given document unchanged. If both are `identical`, nothing has changed.
 * @throws 66 when `_id` would change, and the operators' own codes.
 */
export type Updater = (document: Document, context?: UpdateContext) => Document;

/** True for a whole new document, false for operators and pipelines. */
export function isReplacement(update: unknown): update is Document {
  return isObject(update) && !Object.keys(update)[0]?.startsWith('$');
}

function keepId(before: Document, after: Document, messageFor: (id: unknown) => string): Document {
  if (Object.hasOwn(before, '_id') && !(Object.hasOwn(after, '_id') && identical(before._id, after._id))) {
    throw mongoError(66, 'ImmutableField', messageFor(after._id));
  }
  return after;
}

function checkStorable(document: Document): void {
  for (const key of Object.keys(document)) {
    if (!key.startsWith('$')) continue;
    throw mongoError(
      52,
      'DollarPrefixedFieldName',
      `The dollar ($) prefixed field '${key}' in '${key}' is not allowed in the context of an update's replacement document. Consider using an aggregation pipeline with $replaceWith.`,
    );
  }
}

/** The new document, with the old `_id` if it has none. */
function withId(before: Document, after: Document): Document {
  if (!Object.hasOwn(before, '_id') || Object.hasOwn(after, '_id')) return after;
  const result: Document = { _id: before._id };
  for (const key of Object.keys(after)) put(result, key, own(after, key));
  return result;
}

const altered = (id: unknown) =>
  `After applying the update, the (immutable) field '_id' was found to have been altered to _id: ${show(id)}`;

function replaceWith(before: Document, after: Document): Document {
  const kept = keepId(before, withId(before, after), altered);
  return Object.hasOwn(kept, '_id') ? idFirst(kept) : kept;
}

function compileReplacement(replacement: Document): Updater {
  checkStorable(replacement);
  return (document) => replaceWith(document, clone(replacement));
}

/**
 * Compiles an update: a replacement, operators as `{ $set: … }`, or an aggregation pipeline.
 * @throws MongoDB's codes for updates it refuses (9, 2, 14, 40, 52, 56, …).
 */
export function compileUpdate(update: unknown, options: UpdateOptions = {}): Updater {
  if (Array.isArray(update)) {
    if (options.arrayFilters !== undefined) {
      throw failedToParse('Cannot specify arrayFilters and a pipeline update');
    }
    const run = compilePipelineUpdate(update, options);
    return (document, { now } = {}) => replaceWith(document, run(document, now));
  }
  if (!isObject(update)) throw failedToParse('Update argument must be either an object or an array');
  if (isReplacement(update)) {
    if (options.arrayFilters !== undefined && Array.isArray(options.arrayFilters) && options.arrayFilters.length > 0) {
      throw failedToParse('Cannot specify arrayFilters with a replacement-style update');
    }
    return compileReplacement(update);
  }
  const { apply, fields } = compileOperators(update, options);
  return (document, { position, inserting = false, now = new Date() } = {}) => {
    const result = cloneFields(document, fields);
    apply(result, { now, inserting, id: document._id }, position);
    return keepId(
      document,
      result,
      () => "Performing an update on the path '_id' would modify the immutable field '_id'",
    );
  };
}
