import { compileMatch } from '../match/compile';
import type { Matcher, MatchPosition } from '../match/context';
import type { Collection } from '../storage/collection';
import { RecordSet } from '../storage/record-set';
import type { Store } from '../storage/store';
import { mongoError } from '../values/errors';
import { sortDocuments } from '../values/sort';
import type { Document } from '../values/types';
import { decode } from '../wire/decode';
import { choosePlans, meaningfulSort } from './choose';
import { decides } from './decided';
import { naturalOrder } from './hint';
import type { IndexPlan } from './plan';
import { type Candidate, type Reading, type ScanCounts, scanCollection, scanIndex } from './scan';
import type { Deadline, Selection } from './selection';

/** A matching record. The document is decoded only when it is needed. */
export type Row = { record: number; bytes: Buffer; document?: Document; position?: MatchPosition | undefined };

/** How a selection is executed. */
export type Execution = {
  /** One plan, one for each alternative of `$or`, or none for a scan of the collection. */
  plans: readonly IndexPlan[];
  /** True if the rows have to be sorted in memory. */
  sorted: boolean;
  counts: ScanCounts;
};

const ROWS_BETWEEN_CLOCKS = 256;
// A sort keeps decoded documents up to this total of their stored sizes, in bytes.
const KEPT_DECODED_BYTES = 2_000_000;
// The memory overhead of a row in a sort, in bytes.
const ROW_BYTES = 100;

/** The document of a row, decoded once. */
export function documentOf(row: Row): Document {
  row.document ??= decode(row.bytes);
  return row.document;
}

function checkDeadline(deadline: Deadline | undefined, counts: ScanCounts): void {
  if (!deadline || counts.documents % ROWS_BETWEEN_CLOCKS !== 0 || Date.now() <= deadline.at) return;
  throw mongoError(50, 'MaxTimeMSExpired', 'operation exceeded time limit');
}

/** The checks of a row: the query, null if it is empty or if the plan decides it, and the deadline. */
type Test = { matches: Matcher | null; positional: boolean; check: () => void };

function* matching(candidates: Iterable<Candidate>, { matches, positional, check }: Test): Generator<Row> {
  for (const { record, bytes } of candidates) {
    check();
    if (!matches) yield { record, bytes };
    else {
      const document = decode(bytes);
      const position = positional ? {} : undefined;
      if (matches(document, position)) yield { record, bytes, document, position };
    }
  }
}

/**
 * Whether the plan's entries are exactly the matching documents, so that none is decoded and tested. No tested field is
 * an array then, so the positional operator has no position.
 */
function isDecided([plan, ...others]: readonly IndexPlan[], selection: Selection): boolean {
  return plan !== undefined && others.length === 0 && decides(plan, selection);
}

/** Compiles the query; null for an empty one. An invalid query is an error even if the collection is empty. */
function matcherOf({ query, collation, variables }: Selection): Matcher | null {
  const matches = compileMatch(query, { collation, variables });
  return Object.keys(query).length === 0 ? null : matches;
}

function* scanIndexes(reading: Reading, plans: readonly IndexPlan[], counts: ScanCounts): Generator<Candidate> {
  const seen = new RecordSet();
  for (const plan of plans) {
    for (const candidate of scanIndex(reading, plan, counts)) {
      if (seen.add(candidate.record)) yield candidate;
    }
  }
}

function candidatesOf(reading: Reading, selection: Selection, { plans, counts }: Execution): Iterable<Candidate> {
  const [plan] = plans;
  if (plan) return plans.length === 1 ? scanIndex(reading, plan, counts) : scanIndexes(reading, plans, counts);
  const backwards = (naturalOrder(selection.sort) ?? naturalOrder(selection.hint)) === -1;
  return scanCollection(reading, backwards, counts);
}

function* part(rows: Iterable<Row>, skip: number, limit: number): Generator<Row> {
  const end = limit > 0 ? skip + limit : Number.POSITIVE_INFINITY;
  let at = 0;
  for (const row of rows) {
    if (at >= skip) yield row;
    at++;
    if (at >= end) return;
  }
}

function* sorted(rows: Iterable<Row>, sort: Document, { collation, skip = 0, limit = 0 }: Selection): Generator<Row> {
  let held = 0;
  const size = (row: Row) => {
    held += row.bytes.length;
    if (held > KEPT_DECODED_BYTES) delete row.document;
    return row.bytes.length + ROW_BYTES;
  };
  const wanted = limit > 0 ? skip + limit : 0;
  const found = sortDocuments(rows, sort, { collation, get: documentOf, size, limit: wanted });
  // Rows are popped from the end of the reversed list, so that returned rows can be garbage collected.
  found.reverse();
  for (let row = found.pop(); row; row = found.pop()) yield row;
}

/** The rows of a selection as a stream, and its execution, whose counts are complete when the rows have been read. */
export type StreamedRows = { rows: Iterable<Row>; execution: Execution };

/** Runs a selection on a collection. Errors in the query are thrown here, before the first row. */
export function streamRows(store: Store, collection: Collection, selection: Selection): StreamedRows {
  const { deadline, positional = false, skip = 0, limit = 0 } = selection;
  const matches = matcherOf(selection);
  const sort = meaningfulSort(selection.sort);
  const plans = choosePlans(store, collection, selection);
  for (const { index } of plans) index.uses++;
  const inOrder = !sort || (plans.length === 1 && plans[0]?.order !== 0);
  const counts: ScanCounts = { keys: 0, documents: 0 };
  const execution = { plans, sorted: !inOrder, counts };
  const test = {
    matches: isDecided(plans, selection) ? null : matches,
    positional,
    check: () => checkDeadline(deadline, counts),
  };
  const found = matching(candidatesOf({ store, collection }, selection, execution), test);
  const ordered = inOrder ? found : sorted(found, sort, selection);
  return { rows: skip > 0 || limit > 0 ? part(ordered, skip, limit) : ordered, execution };
}

/** As {@link streamRows}, with all rows in an array. */
export function selectRows(store: Store, collection: Collection, selection: Selection) {
  const { rows, execution } = streamRows(store, collection, selection);
  return { rows: [...rows], execution };
}
