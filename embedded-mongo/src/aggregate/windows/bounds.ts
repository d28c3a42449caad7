import { compileExpression } from '../../expression/compile';
import { timeUnit, type Unit } from '../../expression/operators/dates/units';
import { own } from '../../values/clone';
import { compare } from '../../values/compare';
import { failedToParse, located } from '../../values/errors';
import { toBigInt, toNumber } from '../../values/numbers';
import { show } from '../../values/show';
import { type Document, isInt32, isNumber, isObject, type Numeric } from '../../values/types';
import type { PipelineEnvironment } from '../environment';
import { onlySortField } from './partition';

/** A bound of a window: the partition's bound (`unbounded`), the current document, or a distance from that document. */
export type Bound<T> = 'unbounded' | 'current' | T;

/** The bounds of a window, by positions of documents or by values of the sort field. */
export type Window =
  | { by: 'documents'; lower: Bound<number>; upper: Bound<number> }
  | { by: 'range'; lower: Bound<Numeric>; upper: Bound<Numeric>; field: string; unit: Unit | undefined };

/** All documents of the partition. */
export const WHOLE: Window = { by: 'documents', lower: 'unbounded', upper: 'unbounded' };
/** All documents from the first up to the current one. */
export const SO_FAR: Window = { by: 'documents', lower: 'unbounded', upper: 'current' };

/** The context of parsing the bounds of a window. */
export interface WindowContext {
  sortBy: Document | undefined;
  environment: PipelineEnvironment;
}

/** A value as a 32-bit integer; undefined for any other value. */
export function smallInteger(value: unknown): number | undefined {
  const number = toNumber(value);
  return toBigInt(value) !== undefined && isInt32(number) ? number : undefined;
}

function ends(name: string, value: unknown): [unknown, unknown] {
  if (Array.isArray(value) && value.length === 2) return [value[0], value[1]];
  throw failedToParse(`Window bounds must be a 2-element array: ${name}: ${show(value)}`);
}

function boundOf<T>(bound: unknown, environment: PipelineEnvironment, read: (value: unknown) => T): Bound<T> {
  if (bound === 'unbounded' || bound === 'current') return bound;
  if (typeof bound === 'string') {
    throw failedToParse("Window bounds must be 'unbounded', 'current', or a number.");
  }
  return read(compileExpression(bound, environment)({}));
}

/** A bound as a distance, which is 0 for the current document. */
export function measured<T>(bound: Bound<T>): 'unbounded' | T | 0 {
  return bound === 'current' ? 0 : bound;
}

function checkForward(lower: Bound<Numeric>, upper: Bound<Numeric>): void {
  if (lower === 'unbounded' || upper === 'unbounded') return;
  const [from, to] = [measured(lower), measured(upper)];
  if (compare(from, to) <= 0) return;
  throw located(5339900, `Lower bound must not exceed upper bound: [${String(from)}, ${String(to)}]`);
}

function documentsWindow(value: unknown, { sortBy, environment }: WindowContext): Window {
  const read = (bound: unknown): number => {
    const number = smallInteger(bound);
    if (number === undefined) throw failedToParse('Numeric document-based bounds must be an integer');
    return number;
  };
  const [first, last] = ends('documents', value);
  const [lower, upper] = [boundOf(first, environment, read), boundOf(last, environment, read)];
  checkForward(lower, upper);
  if (!sortBy && (lower !== 'unbounded' || upper !== 'unbounded')) {
    throw located(5339901, 'Document-based bounds require a sortBy');
  }
  return { by: 'documents', lower, upper };
}

function rangeWindow(value: unknown, unit: Unit | undefined, { sortBy, environment }: WindowContext): Window {
  const read = (bound: unknown): Numeric => {
    if (unit && smallInteger(bound) === undefined) {
      throw failedToParse("With 'unit', range-based bounds must be an integer");
    }
    if (!isNumber(bound)) throw failedToParse('Range-based bounds expression must be a number');
    return bound;
  };
  const [first, last] = ends('range', value);
  const [lower, upper] = [boundOf(first, environment, read), boundOf(last, environment, read)];
  checkForward(lower, upper);
  const field = onlySortField(sortBy);
  if (!sortBy || field === undefined) throw located(5339902, 'Range-based bounds require sortBy a single field');
  if (toNumber(own(sortBy, field)) < 0) throw located(8947401, 'Range-based bounds require an ascending sortBy');
  return { by: 'range', lower, upper, field, unit };
}

/**
 * Reads the `window` of a function; an absent or empty `window` is the whole partition.
 * @throws 9 for an invalid window, 5339900 to 5339902 and 8947401 for invalid bounds.
 */
export function windowOf(given: unknown, context: WindowContext): Window {
  if (given === undefined) return WHOLE;
  if (!isObject(given)) throw failedToParse("'window' field must be an object");
  const { documents, range, unit, ...others } = given;
  if (documents !== undefined && range !== undefined) {
    throw failedToParse("Window bounds can specify either 'documents' or 'unit', not both.");
  }
  if (range === undefined && unit !== undefined) {
    throw failedToParse("Window bounds can only specify 'unit' with range-based bounds.");
  }
  if (Object.keys(others).length > 0) {
    const rule = "'window' field can only contain 'documents' as the only argument or 'range'";
    throw failedToParse(`${rule} with an optional 'unit' field`);
  }
  if (documents !== undefined) return documentsWindow(documents, context);
  if (range === undefined) return WHOLE;
  if (unit !== undefined && typeof unit !== 'string') throw failedToParse("'unit' must be a string");
  return rangeWindow(range, unit === undefined ? undefined : timeUnit(unit), context);
}
