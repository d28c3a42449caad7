import { compileExpression } from '../expression/compile';
import { selectRows } from '../plan/select';
import { inBatches } from '../storage/batches';
import type { Collection } from '../storage/collection';
import type { Store } from '../storage/store';
import { compileUpdate } from '../update/compile';
import { idFirst } from '../update/upsert';
import { own, put, shallow } from '../values/clone';
import { isSameCollation } from '../values/collation';
import { badValue, located, memoryExceeded, missingField, mongoError } from '../values/errors';
import { gathered, meter } from '../values/memory';
import { pathParts, plainPath } from '../values/paths';
import { type Document, isObject } from '../values/types';
import { checkFields, documentArgument } from './arguments';
import { type Namespace, writable } from './namespaces';
import { changeRow, insertDocument } from './operations';
import { namespaceFrom, type Output } from './output';

/** The output of a pipeline that is to be merged. */
export type MergeOutput = Output & {
  /** The one collection the pipeline streams from; null if it may read other collections too. */
  source: Namespace | null;
  collation: Document | undefined;
};

/** The parsed specification of `$merge`. */
type Merge = {
  target: Namespace;
  /** The fields that identify the document to merge with. */
  on: string[];
  /** A mode, or the stages of an update. */
  whenMatched: unknown;
  whenNotMatched: unknown;
  definitions: Document | undefined;
};

const FIELDS = new Set(['into', 'on', 'let', 'whenMatched', 'whenNotMatched']);
const MATCHED = ['replace', 'keepExisting', 'merge', 'fail'];
const NOT_MATCHED = ['insert', 'discard', 'fail'];

function checkMode(specification: Document, field: string, modes: readonly string[]): void {
  const mode = specification[field];
  if (mode === undefined || modes.some((each) => each === mode)) return;
  throw badValue(`Enumeration value '${String(mode)}' for field '$merge.${field}' is not a valid value.`);
}

function mergeOf(argument: unknown, database: string): Merge {
  const specification = isObject(argument) ? argument : { into: argument };
  checkFields(specification, '$merge', FIELDS);
  const { into, on = '_id', whenMatched = 'merge', whenNotMatched = 'insert' } = specification;
  if (into === undefined) throw missingField('$merge.into');
  if (!Array.isArray(whenMatched)) checkMode(specification, 'whenMatched', MATCHED);
  checkMode(specification, 'whenNotMatched', NOT_MATCHED);
  const definitions = documentArgument(specification, 'let');
  if (definitions && !Array.isArray(whenMatched)) {
    throw located(51199, "Cannot use 'let' variables with 'whenMatched' other than a pipeline");
  }
  if (definitions && 'new' in definitions && definitions.new !== '$$ROOT') {
    throw located(51273, "'let' may not define a value for the reserved 'new' variable other than '$$ROOT'");
  }
  const paths = (Array.isArray(on) ? on : [on]).map(String);
  return { target: namespaceFrom(into, database), on: paths, whenMatched, whenNotMatched, definitions };
}

/**
 * Whether documents may lack the `on` fields. A unique index has to guarantee that there is at most one document to merge
 * with; a sparse index guarantees nothing for documents without the fields. Throws code 51183 if there is no such index.
 */
function mayLack(collection: Collection, on: readonly string[], collation: Document | undefined): boolean {
  if (on.length === 1 && on[0] === '_id') return true;
  const found = collection.indexes.filter((index) => {
    const same = index.fields.length === on.length && index.fields.every(({ path }) => on.includes(path));
    return same && index.unique && !index.covers && isSameCollation(index.collation, collation);
  });
  if (found.length === 0) throw located(51183, 'Cannot find index to verify that join fields will be unique');
  return found.some(({ sparse }) => !sparse);
}

/** The query for the document to merge with. Throws codes 51132 and 51185 for invalid values of the `on` fields. */
function queryFor(document: Document, on: readonly string[], lacking: boolean): Document {
  const values = on.map((path) => {
    const value = plainPath(document, pathParts(path)) ?? null;
    if (Array.isArray(value)) throw located(51185, `$merge write error: 'on' field '${path}' is an array`);
    if (value !== null || lacking) return [path, { $eq: value }];
    throw located(
      51132,
      "$merge write error: 'on' field cannot be missing, null or undefined if supporting index is sparse",
    );
  });
  return Object.fromEntries(values);
}

/** The variables of the update's stages: the pipeline's document as `$$new`, and the variables of `let`. */
function variablesFor(document: Document, definitions: Document = {}): Document {
  const variables: Document = { new: { $literal: document } };
  for (const name of Object.keys(definitions)) {
    const value = compileExpression(own(definitions, name))(document);
    put(variables, name, value === undefined ? '$$REMOVE' : { $literal: value });
  }
  return variables;
}

function merged(before: Document, document: Document, { whenMatched, definitions }: Merge): Document {
  if (Array.isArray(whenMatched)) {
    return compileUpdate(whenMatched, { let: variablesFor(document, definitions) })(before);
  }
  if (whenMatched === 'replace') return idFirst({ ...document, _id: before._id });
  const after = shallow(before);
  for (const key of Object.keys(document)) if (key !== '_id') put(after, key, own(document, key));
  return after;
}

type Merging = { store: Store; collection: Collection; merge: Merge; output: MergeOutput; lacking: boolean };

function mergeOne({ store, collection, merge, output, lacking }: Merging, document: Document): void {
  const { bypassValidation, collation } = output;
  const query = queryFor(document, merge.on, lacking);
  const { rows } = selectRows(store, collection, { query, limit: 1, collation });
  const [row] = rows;
  if (row && merge.whenMatched === 'keepExisting') return;
  if (row && merge.whenMatched !== 'fail') {
    changeRow(store, collection, { row, change: (before) => merged(before, document, merge), bypassValidation });
  } else if (row || merge.whenNotMatched === 'insert') {
    // With `whenMatched: 'fail'` and a match, this insert fails with a duplicate key.
    insertDocument(store, merge.target, { document, bypassValidation });
  } else if (merge.whenNotMatched === 'fail') {
    const rule = '$merge could not find a matching document in the target collection';
    throw mongoError(13113, 'MergeStageNoMatchingDocument', rule);
  }
}

/**
 * Merges the documents of a pipeline into a collection. If the pipeline may read that collection, the documents are held
 * in memory first; throws code 292 if they exceed the memory limit.
 */
export function writeMerge(store: Store, specification: unknown, output: MergeOutput): void {
  const { database, documents, source, collation } = output;
  const merge = mergeOf(specification, database);
  const { target } = merge;
  const collection = writable(store, target);
  const lacking = mayLack(collection, merge.on, collation);
  const isRead = source === null || (source.database === target.database && source.name === target.name);
  const tooMuch = () => memoryExceeded('$merge into the collection it reads would hold more than its limit of memory');
  const merging = isRead ? gathered(documents, meter(tooMuch)) : documents;
  for (const batch of inBatches(store, merging)) {
    for (const document of batch) mergeOne({ store, collection, merge, output, lacking }, idFirst(document));
  }
}
