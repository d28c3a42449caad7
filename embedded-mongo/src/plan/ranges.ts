import { afterPrefix, prefixOf } from '../storage/keys';
import { encodeValue, limitKey, MAX_COMPONENT } from '../values/key';
import { rank } from '../values/types';
import type { IndexPlan } from './plan';

/** A range of index keys: `start` inclusive, `end` exclusive. */
export type KeyRange = { start: Buffer; end: Buffer };

// A key longer than MAX_COMPONENT is stored truncated, with a digest at its end; a bound uses only the bytes before that.
const COMPARABLE_BYTES = MAX_COMPONENT - 40;

function cut(key: Buffer): Buffer {
  return key.length > COMPARABLE_BYTES ? key.subarray(0, COMPARABLE_BYTES) : key;
}

function combinations(plan: IndexPlan): Buffer[] {
  let prefixes: Buffer[] = [Buffer.alloc(0)];
  const { fold } = plan.index;
  plan.points.forEach((values, at) => {
    const descending = plan.index.fields[at]?.descending;
    const folded = fold ? values.map((value) => (typeof value === 'string' ? fold(value) : value)) : values;
    const keys = folded.map((value) => encodeValue(value, descending)).sort(Buffer.compare);
    const unique = keys.filter((key, place) => place === 0 || !keys[place - 1]?.equals(key));
    prefixes = prefixes.flatMap((prefix) => unique.map((key) => Buffer.concat([prefix, key])));
  });
  return prefixes;
}

/** The range of all keys of one type, for a range that lacks a bound. */
function typeRange(value: unknown, descending: boolean): KeyRange {
  const type = rank(value);
  const first = Buffer.from([descending ? type ^ 0xff : type]);
  return { start: first, end: afterPrefix(first) };
}

function rangeOf(plan: IndexPlan, prefix: Buffer): KeyRange {
  const id = prefixOf(plan.index.id);
  const withId = (key: Buffer) => Buffer.concat([id, cut(Buffer.concat([prefix, key]))]);
  // A truncated bound would exclude keys with the same prefix.
  const endOf = (key: Buffer) =>
    prefix.length + key.length > COMPARABLE_BYTES ? afterPrefix(withId(key)) : withId(key);
  const { low, high } = plan.range ?? { low: null, high: null };
  const some = low ?? high;
  if (!some) {
    const whole = plan.points.length === plan.index.fields.length;
    const start = Buffer.concat([id, whole ? limitKey(prefix) : cut(prefix)]);
    return { start, end: afterPrefix(start) };
  }
  const descending = plan.index.fields[plan.points.length]?.descending === true;
  const type = typeRange(some.value, descending);
  const [from, to] = descending ? [high, low] : [low, high];
  return {
    start: withId(from ? encodeValue(from.value, descending) : type.start),
    end: to ? afterPrefix(withId(encodeValue(to.value, descending))) : endOf(type.end),
  };
}

/** The ranges of an index that a plan reads, in the index's order. */
export function rangesOf(plan: IndexPlan): KeyRange[] {
  return combinations(plan).map((prefix) => rangeOf(plan, prefix));
}

/** The complete keys, sorted and distinct, of the points of a plan with an index on one field. */
export function pointKeysOf({ index, points: [values = []] }: IndexPlan): Buffer[] {
  const id = prefixOf(index.id);
  const descending = index.fields[0]?.descending;
  const { fold } = index;
  const folded = fold ? values.map((value) => (typeof value === 'string' ? fold(value) : value)) : values;
  const keys = folded.map((value) => Buffer.concat([id, limitKey(encodeValue(value, descending))]));
  if (keys.length < 2) return keys;
  keys.sort(Buffer.compare);
  return keys.filter((key, place) => place === 0 || !keys[place - 1]?.equals(key));
}
