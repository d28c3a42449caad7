import { Long, ObjectId } from 'bson';
import type { Document } from '../values/types';

let state = 0;

/** Sets the seed of everything below: the same seed gives the same documents and queries. */
export function seed(number: number): void {
  state = number;
}

/** The next random whole number from 0 to below `limit`; the same seed gives the same numbers (mulberry32). */
export function random(limit: number): number {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * limit);
}

/** A random item of a list. Throws for an empty list. */
export function pick<T>(list: readonly T[]): T {
  const item = list[random(list.length)];
  if (item === undefined) throw new Error('an empty list has nothing to pick');
  return item;
}

const IDS = Array.from({ length: 4 }, (_, n) => ObjectId.createFromTime(n));
const LONG_TEXT = 'x'.repeat(1600);

const SCALARS: readonly (() => unknown)[] = [
  () => random(6),
  () => random(6) - 0.5,
  () => Long.fromNumber(random(6)),
  () => pick(['a', 'b', 'ab', '', 'B']),
  () => pick([`${LONG_TEXT}a`, `${LONG_TEXT}b`, LONG_TEXT]),
  () => null,
  () => random(2) === 0,
  () => new Date(random(5) * 1000),
  () => pick(IDS),
  () => ({ x: random(3) }),
];

/** Any value: a scalar, an array, a document. */
export function value(depth = 0): unknown {
  const kind = random(depth > 1 ? 10 : 14);
  if (kind < 10) return (SCALARS[kind] ?? (() => null))();
  if (kind < 12) return Array.from({ length: random(4) }, () => value(depth + 1));
  return Object.fromEntries(['b', 'c'].filter(() => random(2) === 0).map((key) => [key, value(depth + 1)]));
}

/** A document with the fields a, d and e, or some of them. */
export function makeDocument(id: number): Document {
  const fields = ['a', 'd', 'e'].filter(() => random(5) > 0).map((key) => [key, value()]);
  return { _id: id, ...Object.fromEntries(fields) };
}

const PATHS = ['a', 'a.b', 'a.c', 'd', 'e', '_id'];

function condition(): unknown {
  const scalar = () => (SCALARS[random(10)] ?? (() => null))();
  const range = () => (random(3) === 0 ? { $gte: scalar(), $lt: scalar() } : { $gte: random(6), $lte: random(6) });
  switch (random(8)) {
    case 0:
      return { $in: [scalar(), scalar(), scalar()] };
    case 1:
      return { [pick(['$gt', '$gte'])]: scalar() };
    case 2:
      return { [pick(['$lt', '$lte'])]: scalar() };
    case 3:
      return range();
    case 4:
      return { $exists: random(2) === 0 };
    case 5:
      return { $elemMatch: random(2) === 0 ? { b: scalar() } : range() };
    case 6:
      return { $ne: random(2) === 0 ? null : scalar() };
    default:
      return value();
  }
}

/** A query over the fields of {@link makeDocument} and their possible values. */
export function makeQuery(): Document {
  const clause = () => ({ [pick(PATHS)]: condition() });
  const query = random(4) === 0 ? { ...clause(), $and: [clause(), clause()] } : { ...clause(), ...clause() };
  return random(6) === 0 ? { $or: [clause(), query] } : query;
}

/** A sort by one field and perhaps `_id`; undefined for no sort. A sort by two fields with arrays would be refused. */
export function makeSort(): Document | undefined {
  if (random(2) === 0) return undefined;
  return { [pick(['a', 'a.b', 'd', 'e'])]: pick([1, -1]), ...(random(2) === 0 ? { _id: pick([1, -1]) } : {}) };
}

/** Specifications of indexes over the fields of {@link makeDocument}. */
export const INDEXES: readonly Document[] = [
  { key: { a: 1 } },
  { key: { 'a.b': -1 } },
  { key: { 'a.b': 1, 'a.c': 1 } },
  { key: { d: 1, e: -1 } },
  { key: { e: 1, _id: -1 } },
  { key: { e: 1, a: 1, _id: -1 } },
  { key: { d: -1 }, sparse: true },
  { key: { 'a.c': 1 }, sparse: true },
  { key: { e: 1, 'a.b': 1 }, sparse: true },
  { key: { e: 1 }, partialFilterExpression: { e: { $gt: 2 } } },
  { key: { e: -1, d: 1 }, partialFilterExpression: { d: { $exists: true } } },
];
