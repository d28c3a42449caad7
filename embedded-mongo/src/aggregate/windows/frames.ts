import { added } from '../../expression/operators/dates/units';
import { UTC } from '../../expression/operators/dates/zone';
import { compare } from '../../values/compare';
import { located } from '../../values/errors';
import { addExact, compareExact, exact } from '../../values/exact';
import { toNumber } from '../../values/numbers';
import { isNumber, type Numeric, typeName } from '../../values/types';
import { type Bound, measured, type Window } from './bounds';
import { fieldReader, type Partition } from './partition';

/** The documents of a window as indexes: `start` inclusive, `end` exclusive; empty if they are equal. */
export interface Frame {
  start: number;
  end: number;
}

/** The frame of the document at an index of its partition; must be called with ascending indexes. */
export type Frames = (at: number) => Frame;

const INVALID = 'Invalid range:';

function byPlaces(lower: Bound<number>, upper: Bound<number>, count: number): Frames {
  const within = (place: number) => Math.min(Math.max(place, 0), count);
  const [from, to] = [measured(lower), measured(upper)];
  return (at) => {
    const start = typeof from === 'number' ? within(at + from) : 0;
    return { start, end: Math.max(start, typeof to === 'number' ? within(at + to + 1) : count) };
  };
}

type Range = Extract<Window, { by: 'range' }>;

function checkBase(base: unknown, { unit }: Range): void {
  const type = () => (base === undefined ? 'missing' : typeName(base));
  if (unit) {
    if (base instanceof Date) return;
    throw located(5429513, `${INVALID} Expected the sortBy field to be a Date, but it was ${type()}`);
  }
  if (base instanceof Date) {
    throw located(5429413, `${INVALID} For windows that involve date or time ranges, a unit must be provided.`);
  }
  if (isNumber(base)) return;
  throw located(5429414, `${INVALID} Expected the sortBy field to be a number, but it was ${type()}`);
}

/** Compares values with the sum `base + by`, which is exact for numbers and follows the calendar for dates. */
function orderAround(base: unknown, by: Numeric, { unit }: Range): (value: unknown) => number {
  if (unit && base instanceof Date) {
    const limit = new Date(added(base.getTime(), unit, { amount: toNumber(by), zone: UTC }));
    return (value) => compare(value, limit);
  }
  const from = isNumber(base) ? exact(base) : undefined;
  const distance = exact(by);
  // Infinity and NaN have no exact form. An infinite distance is itself the limit. If the distance is finite, the base is
  // infinity or NaN, and the base is the limit.
  if (!from || !distance) return (value) => compare(value, distance ? base : by);
  const limit = addExact(from, distance);
  return (value) => {
    const number = isNumber(value) ? exact(value) : undefined;
    return number ? compareExact(number, limit) : compare(value, 0);
  };
}

function byValues(range: Range, { documents }: Partition): Frames {
  const read = fieldReader(range.field);
  const fits = (value: unknown) => (range.unit ? value instanceof Date : isNumber(value));
  // The values ascend from document to document, and so do both ends of the frame.
  let start = 0;
  let end = 0;
  const forward = (from: number, goesOn: (value: unknown) => boolean): number => {
    let place = from;
    while (place < documents.length && goesOn(read(documents[place]))) place++;
    return place;
  };
  return (at) => {
    const base = read(documents[at]);
    checkBase(base, range);
    const { lower, upper } = range;
    if (lower === 'unbounded') start = forward(start, (value) => !fits(value));
    else if (lower === 'current') start = at;
    else {
      const order = orderAround(base, lower, range);
      start = forward(start, (value) => order(value) < 0);
    }
    if (upper === 'unbounded') end = forward(Math.max(end, at), fits);
    else if (upper === 'current') end = at + 1;
    else {
      const order = orderAround(base, upper, range);
      end = forward(Math.max(end, start), (value) => order(value) <= 0);
    }
    return { start, end: Math.max(start, end) };
  };
}

/**
 * The frames of a window over a partition. The returned function throws 5429413, 5429414 or 5429513 if the window is a
 * range and the document's value has the wrong type for it.
 */
export function framesOf(window: Window, partition: Partition): Frames {
  if (window.by === 'range') return byValues(window, partition);
  return byPlaces(window.lower, window.upper, partition.documents.length);
}
