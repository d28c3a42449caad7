import { isNullish } from '../../expression/arguments';
import { compileExpression, type DocumentEvaluate } from '../../expression/compile';
import { type Accumulator, sum } from '../../expression/operators/accumulators';
import { combine, difference, divided } from '../../expression/operators/arithmetic';
import { timeUnit, unitMilliseconds } from '../../expression/operators/dates/units';
import { own } from '../../values/clone';
import { failedToParse, located } from '../../values/errors';
import { toNumber } from '../../values/numbers';
import { show } from '../../values/show';
import { isNumber, isObject, type Numeric, typeName } from '../../values/types';
import { fieldReader, onlySortField } from './partition';
import { accumulated, type Call, givenWindow, ofEnds, type WindowCompiler } from './work';

/** The parsed argument of `$derivative` and `$integral`. */
interface Curve {
  /** Reads the value of the field that documents are sorted by. */
  x: ReturnType<typeof fieldReader>;
  y: DocumentEvaluate;
  /** The milliseconds of the unit; undefined if there is no unit. */
  unit: number | undefined;
}

function unitOf(unit: unknown): number | undefined {
  if (unit === undefined) return undefined;
  if (typeof unit !== 'string') throw failedToParse(`unit' must be a string, but got ${typeName(unit)}`);
  const milliseconds = unitMilliseconds(timeUnit(unit));
  if (milliseconds === undefined) throw located(5490710, "unit must be 'week' or smaller");
  return milliseconds;
}

function curveOf({ name, argument, sortBy, environment }: Call): Curve {
  if (!sortBy) throw failedToParse(`${name} requires a sortBy`);
  const field = onlySortField(sortBy);
  if (field === undefined) throw failedToParse(`${name} requires a non-compound sortBy`);
  if (!isObject(argument)) {
    throw failedToParse(`${name} expects an object, but got a ${typeName(argument)}: ${name}: ${show(argument)}`);
  }
  const unknown = Object.keys(argument).find((key) => key !== 'input' && key !== 'unit');
  if (unknown !== undefined) throw failedToParse(`${name} got unexpected argument: ${unknown}`);
  const input = own(argument, 'input');
  if (input === undefined) throw failedToParse(`${name} requires an 'input' expression`);
  const unit = unitOf(own(argument, 'unit'));
  return { x: fieldReader(field), y: compileExpression(input, environment), unit };
}

/** The distance between two values of the sort field, in milliseconds if they are dates. */
function runOf(left: unknown, right: unknown, unit: number | undefined): Numeric {
  const dates = [left, right].filter((value) => value instanceof Date).length;
  if (unit !== undefined && dates < 2) {
    throw located(5624900, "$derivative with 'unit' expects the sortBy field to be a Date");
  }
  if (unit === undefined && dates > 0) {
    throw located(5624901, "$derivative where the sortBy is a Date requires an 'unit'");
  }
  const run = isNullish(left) || isNullish(right) ? null : difference(right, left);
  if (isNumber(run)) return run;
  throw located(5624902, "$derivative (with no 'unit') expects the sortBy field to be numeric");
}

const derivative: WindowCompiler = (call) => {
  const { x, y, unit } = curveOf(call);
  if (call.window === undefined) throw failedToParse('$derivative requires explicit window bounds');
  return ofEnds(givenWindow(call), (first, last) => {
    const run = runOf(x(first), x(last), unit);
    const [from, to] = [y(first), y(last)];
    const rise = isNullish(from) || isNullish(to) ? null : difference(to, from);
    if (!isNumber(rise)) throw located(5624903, '$derivative input must not be null or missing');
    if (toNumber(run) === 0) return null;
    const rate = divided(rise, run);
    return unit === undefined ? rate : combine('multiply', rate, unit);
  });
};

type Sample = { x: Numeric | Date; y: Numeric };

function sampleOf(x: unknown, y: unknown, unit: number | undefined): Sample {
  if (!isNumber(y) || !(isNumber(x) || x instanceof Date)) {
    const rule = 'The input value of $integral window function must be a vector of 2 value, the first';
    throw located(5423900, `${rule} value must be numeric or date type and the second must be numeric.`);
  }
  if (unit !== undefined && !(x instanceof Date)) {
    throw located(5423901, "$integral with 'outputUnit' expects the sortBy field to be a Date");
  }
  if (unit === undefined && x instanceof Date) {
    throw located(5423902, "$integral (with no 'outputUnit') expects the sortBy field to be numeric");
  }
  return { x, y };
}

/** The area of trapezoids between samples; NaN if a sample is NaN. */
function area({ x, y, unit }: Curve): Accumulator {
  const total = sum();
  let previous: Sample | undefined;
  let isBroken = false;
  return {
    add(document) {
      const given = isObject(document) ? document : undefined;
      const sample = sampleOf(x(given), y(given), unit);
      if (Number.isNaN(toNumber(sample.y)) || (isNumber(sample.x) && Number.isNaN(toNumber(sample.x)))) isBroken = true;
      const width = previous && !isBroken ? difference(sample.x, previous.x) : null;
      if (previous && isNumber(width)) {
        const heights = combine('add', sample.y, previous.y);
        total.add(divided(combine('multiply', heights, width), 2));
      }
      previous = sample;
    },
    result() {
      if (!previous) return null;
      if (isBroken) return Number.NaN;
      const whole = total.result();
      return unit === undefined || !isNumber(whole) ? whole : divided(whole, unit);
    },
  };
}

const integral: WindowCompiler = (call) => {
  const curve = curveOf(call);
  return accumulated({ start: () => area(curve), evaluate: (document) => document }, givenWindow(call));
};

/** The functions that treat a field as a curve over the sort field. */
export const CURVES: Readonly<Record<string, WindowCompiler>> = { $derivative: derivative, $integral: integral };
