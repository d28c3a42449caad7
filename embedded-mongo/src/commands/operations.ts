import { compileMatch } from '../match/compile';
import type { Matcher } from '../match/context';
import { documentOf, type Row, selectRows, streamRows } from '../plan/select';
import type { Selection } from '../plan/selection';
import type { Collection } from '../storage/collection';
import { insertRecord, readRecord, removeRecord, updateRecord } from '../storage/records';
import type { Store } from '../storage/store';
import { compileUpdate, type Updater } from '../update/compile';
import { idFirst, upsertBase } from '../update/upsert';
import { identical } from '../values/compare';
import { mongoError } from '../values/errors';
import { type Document, isObject, isRegex } from '../values/types';
import { checkCap, trim } from './capped';
import { collationFor, type Namespace, writable } from './namespaces';

const validators = new WeakMap<Document, Matcher>();

function validatorOf({ options }: Collection): Matcher | null {
  const { validator, validationAction, validationLevel } = options;
  if (!isObject(validator) || validationAction === 'warn' || validationLevel === 'off') return null;
  const known = validators.get(validator) ?? compileMatch(validator);
  validators.set(validator, known);
  return known;
}

function validate(collection: Collection, document: Document, bypass: boolean): void {
  if (bypass || validatorOf(collection)?.(document) !== false) return;
  const errInfo = { failingDocumentId: document._id, details: {} };
  throw mongoError(121, 'DocumentValidationFailure', 'Document failed validation', { errInfo });
}

function checkId({ _id: id }: Document): void {
  const kind = Array.isArray(id) ? 'array' : isRegex(id) ? 'regex' : id === undefined ? 'undefined' : null;
  if (kind) throw mongoError(53, 'InvalidIdField', `The '_id' value cannot be of type ${kind}`);
  if (!isObject(id)) return;
  const dollar = Object.keys(id).find((key) => key.startsWith('$') && !['$ref', '$id', '$db'].includes(key));
  if (dollar === undefined) return;
  const message = `_id fields may not contain '$'-prefixed fields: ${dollar} is not valid for storage.`;
  throw mongoError(52, 'DollarPrefixedFieldName', message);
}

/** Options of writing documents. */
export type WriteOptions = { bypassValidation: boolean };

/** A document to be stored. */
export type Insertion = WriteOptions & { document: Document };

/** Stores a document. A missing `_id` and a missing collection are created. */
export function insertDocument(store: Store, target: Namespace, insertion: Insertion): Document {
  const collection = writable(store, target);
  const document = idFirst(insertion.document);
  checkId(document);
  validate(collection, document, insertion.bypassValidation);
  checkCap(collection, document);
  insertRecord(store, collection, document);
  trim(store, collection);
  return document;
}

/** The rows of a missing collection: an empty list. Throws for an invalid query nevertheless. */
export function noRows({ query, collation, variables }: Selection): Row[] {
  compileMatch(query, { collation, variables });
  return [];
}

/**
 * The rows to be changed. The collection must not be written while it is read, so all rows are found first. Only their
 * record numbers and positions are kept meanwhile, because the documents might not fit into memory.
 */
function* rowsToChange(store: Store, collection: Collection, selection: Selection): Generator<Row> {
  if (selection.limit === 1) return yield* selectRows(store, collection, selection).rows;
  const found: Pick<Row, 'record' | 'position'>[] = [];
  for (const { record, position } of streamRows(store, collection, selection).rows) found.push({ record, position });
  for (const { record, position } of found) {
    const bytes = readRecord(store, collection, record);
    if (bytes) yield { record, bytes, position };
  }
}

/** The result of a delete: the number of removed documents, and the last of them. */
export type DeleteOutcome = { n: number; removed: Document | null };

/** Removes the documents of a selection; `limit` 0 removes all. */
export function deleteDocuments(store: Store, target: Namespace, selection: Selection): DeleteOutcome {
  const outcome: DeleteOutcome = { n: 0, removed: null };
  const collection = store.catalog.find(target.database, target.name);
  if (!collection) {
    noRows(selection);
    return outcome;
  }
  writable(store, target);
  const collation = collationFor(collection, selection.collation);
  for (const row of rowsToChange(store, collection, { ...selection, collation })) {
    outcome.removed = documentOf(row);
    removeRecord(store, collection, { record: row.record, document: outcome.removed });
    outcome.n++;
  }
  return outcome;
}

/** One update statement. */
export type UpdateStatement = WriteOptions & {
  selection: Selection;
  /** Operators, a replacement, or a pipeline. */
  update: unknown;
  multi: boolean;
  upsert: boolean;
  arrayFilters: Document[] | undefined;
};

/** The result of an update; `upserted` is set when it inserted a document. */
export type UpdateOutcome = {
  matched: number;
  modified: number;
  upserted?: { id: unknown };
  /** The last matched document before and after the update; null if none matched. An upsert sets `after` too. */
  before: Document | null;
  after: Document | null;
};

/** A row of a collection and its change. */
export type RowChange = WriteOptions & { row: Row; change: Updater };

/**
 * Changes one row, and stores it if it differs. With `validationLevel: moderate`, documents that were invalid before
 * may stay invalid.
 */
export function changeRow(
  store: Store,
  collection: Collection,
  { row, change, bypassValidation }: RowChange,
): { after: Document; modified: boolean } {
  const before = documentOf(row);
  const after = change(before, { position: row.position });
  if (identical(before, after)) return { after: before, modified: false };
  const lenient = collection.options.validationLevel === 'moderate' && validatorOf(collection)?.(before) === false;
  validate(collection, after, bypassValidation || lenient);
  updateRecord(store, collection, { record: row.record, document: before, bytes: row.bytes, after });
  return { after, modified: true };
}

type Upsert = UpdateStatement & { change: Updater };

function upsert(store: Store, target: Namespace, { selection, change, bypassValidation }: Upsert): UpdateOutcome {
  const document = change(upsertBase(selection.query), { inserting: true });
  const after = insertDocument(store, target, { document, bypassValidation });
  return { matched: 0, modified: 0, upserted: { id: after._id }, before: null, after };
}

/** Values as `$literal` expressions. */
function literals(values: Document | undefined): Document | undefined {
  return values && Object.fromEntries(Object.entries(values).map(([name, $literal]) => [name, { $literal }]));
}

/** Updates the documents of a statement; with `upsert` inserts one if none matches. */
export function updateDocuments(store: Store, target: Namespace, statement: UpdateStatement): UpdateOutcome {
  const found = store.catalog.find(target.database, target.name);
  const collection = found || statement.upsert ? writable(store, target) : undefined;
  const { update, arrayFilters, multi } = statement;
  const collation = collationFor(collection, statement.selection.collation);
  const selection = { ...statement.selection, collation, limit: multi ? 0 : 1, positional: true };
  const change = compileUpdate(update, { arrayFilters, collation, let: literals(selection.variables) });
  const outcome: UpdateOutcome = { matched: 0, modified: 0, before: null, after: null };
  const rows = collection ? rowsToChange(store, collection, selection) : noRows(selection);
  for (const row of rows) {
    outcome.before = documentOf(row);
    const { after, modified } = changeRow(store, collection ?? writable(store, target), {
      row,
      change,
      bypassValidation: statement.bypassValidation,
    });
    outcome.matched++;
    outcome.after = after;
    if (modified) outcome.modified++;
  }
  return outcome.matched === 0 && statement.upsert ? upsert(store, target, { ...statement, change }) : outcome;
}
