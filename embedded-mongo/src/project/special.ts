import { compileMatch } from '../match/compile';
import type { MatchPosition } from '../match/context';
import { own, put, shallow } from '../values/clone';
import { located } from '../values/errors';
import { toNumber } from '../values/numbers';
import { type Document, isNumber, isObject } from '../values/types';

/** Changes an array at a path of a projection; undefined removes the field. */
export type ArrayChange = (value: unknown) => unknown;

/** True for `$slice` as a projection operator: `{ $slice: 5 }` or `{ $slice: [2, 5] }` with plain numbers. */
export function isSlice(argument: unknown): boolean {
  return isNumber(argument) || (Array.isArray(argument) && argument.length === 2 && argument.every(isNumber));
}

/** `{ $slice: n }` and `{ $slice: [skip, n] }`. */
export function sliceChange(argument: unknown): ArrayChange {
  if (!Array.isArray(argument)) {
    const count = toNumber(argument);
    return (value) => {
      if (!Array.isArray(value)) return value;
      return count >= 0 ? value.slice(0, count) : value.slice(count);
    };
  }
  const [skip = 0, count = 0] = argument.map(toNumber);
  if (count <= 0) throw located(28724, 'First argument to $slice must be an array, but is of type: int');
  return (value) => {
    if (!Array.isArray(value)) return value;
    const from = skip < 0 ? Math.max(0, value.length + skip) : skip;
    return value.slice(from, from + count);
  };
}

/** `{ $elemMatch: query }`: an array with only its first matching element; no field if no element matches. */
export function elemMatchChange(query: unknown, collation: Document | undefined): ArrayChange {
  if (!isObject(query)) throw located(31274, 'elemMatch: Invalid argument, object required');
  const matches = compileMatch({ list: { $elemMatch: query } }, { collation });
  return (list) => {
    if (!Array.isArray(list)) return undefined;
    const position: MatchPosition = {};
    return matches({ list }, position) ? [list[position.index ?? 0]] : undefined;
  };
}

/**
 * `'list.$': 1`: the first array on the path with only the element that the query matched. Throws 51246 if there is no
 * such element.
 */
export function positionalChange(value: unknown, parts: readonly string[], position: MatchPosition): unknown {
  if (Array.isArray(value)) {
    if (position.index === undefined || position.index >= value.length) {
      throw located(
        51246,
        "Executor error during find command :: caused by :: positional operator '.$' couldn't find a matching element in the array",
      );
    }
    return [value[position.index]];
  }
  const [part, ...rest] = parts;
  if (part === undefined || !isObject(value) || !Object.hasOwn(value, part)) return value;
  const copy = shallow(value);
  put(copy, part, positionalChange(own(value, part), rest, position));
  return copy;
}
