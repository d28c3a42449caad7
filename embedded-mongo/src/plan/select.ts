import { compileMatch, type Matcher, type MatchPosition } from '../match/compile';
import type { Collection } from '../storage/collection';
import type { Store } from '../storage/store';
import { mongoError } from '../values/errors';
import { sortDocuments } from '../values/sort';
import type { Document } from '../values/types';
import { decode } from '../wire/bson';
import { hintedIndex, naturalOrder } from './hint';
import { type IndexPlan, plansFor } from './plan';
import { type Candidate, type Effort, scanCollection, scanIndex } from './scan';

/** A record that matched. The document is decoded only where something asked for it. */
export type Row = { record: number; bytes: Buffer; document?: Document; position?: MatchPosition | undefined };

/** A query with its modifiers, as find, update, delete and the rest ask it. */
export type Selection = {
  query: Document;
  sort?: Document | undefined;
  skip?: number | undefined;
  /** 0 and undefined: no limit. */
  limit?: number | undefined;
  hint?: unknown;
  collation?: Document | undefined;
  /** Values of `$$name` in `$expr`. */
  variables?: Document | undefined;
  /** The moment, in milliseconds since the epoch, after which the query gives up with code 50. */
  deadline?: number | undefined;
  /** Rows remember which array element matched, for the positional operator `$`. */
  positional?: boolean;
};

/** How a selection was answered. */
export type Execution = { plan: IndexPlan | null; sorted: boolean; effort: Effort };

const ROWS_BETWEEN_CLOCKS = 256;

/** The document of a row, decoded once. */
export function documentOf(row: Row): Document {
  row.document ??= decode(row.bytes);
  return row.document;
}

function checkDeadline(deadline: number | undefined, effort: Effort): void {
  if (deadline === undefined || effort.documents % ROWS_BETWEEN_CLOCKS !== 0 || Date.now() <= deadline) return;
  throw mongoError(50, 'MaxTimeMSExpired', 'operation exceeded time limit');
}

/** What a row must pass: the query, and the clock. */
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

/** Compiles the query even where there is nothing to match: what MongoDB refuses is refused on an empty collection. */
function matcherOf({ query, collation, variables }: Selection): Matcher | null {
  const matches = compileMatch(query, { collation, variables });
  return Object.keys(query).length === 0 ? null : matches;
}

function meaningfulSort(sort: Document | undefined): Document | undefined {
  return sort && Object.keys(sort).length > 0 && !naturalOrder(sort) ? sort : undefined;
}

/** Which plan answers a selection; null: the whole collection is read. */
export function choosePlan(collection: Collection, selection: Selection): IndexPlan | null {
  const hint = hintedIndex(collection, selection.hint);
  const sort = meaningfulSort(selection.sort);
  const natural = naturalOrder(selection.sort) ? null : hint;
  const [best] = plansFor(collection, { query: selection.query, sort, collation: selection.collation, hint: natural });
  return best ?? null;
}

/** Answers a selection from a collection, and tells how. */
export function selectRows(
  store: Store,
  collection: Collection,
  selection: Selection,
): { rows: Row[]; execution: Execution } {
  const matches = matcherOf(selection);
  const sort = meaningfulSort(selection.sort);
  const plan = choosePlan(collection, selection);
  const effort: Effort = { keys: 0, documents: 0 };
  const backwards = (naturalOrder(selection.sort) ?? naturalOrder(selection.hint)) === -1;
  const candidates = plan
    ? scanIndex(store, collection, plan, effort)
    : scanCollection(store, collection, backwards, effort);
  const { skip = 0, limit = 0, collation } = selection;
  const inOrder = !sort || (plan !== null && plan.order !== 0);
  const most = limit > 0 ? skip + limit : Number.POSITIVE_INFINITY;
  let rows: Row[] = [];
  const { deadline, positional = false } = selection;
  const test = { matches, positional, check: () => checkDeadline(deadline, effort) };
  for (const row of matching(candidates, test)) {
    rows.push(row);
    if (inOrder && rows.length >= most) break;
  }
  if (sort && !inOrder) rows = sortDocuments(rows, sort, { collation, get: documentOf });
  if (skip > 0 || rows.length > most) rows = rows.slice(skip, most);
  return { rows, execution: { plan, sorted: sort !== undefined && !inOrder, effort } };
}
