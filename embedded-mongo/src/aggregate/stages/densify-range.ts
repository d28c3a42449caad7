import { combine } from '../../expression/operators/arithmetic';
import { added, timeUnit, type Unit } from '../../expression/operators/dates/units';
import { UTC } from '../../expression/operators/dates/zone';
import { own } from '../../values/clone';
import { compare } from '../../values/compare';
import { isDateTime } from '../../values/dates';
import { located } from '../../values/errors';
import { toBigInt, toNumber } from '../../values/numbers';
import { type Document, isNumber, type Numeric, typeName } from '../../values/types';
import { checkSpecification, NUMBER_TYPES } from '../specification';

/** A value of the field that `$densify` fills: a number, or a date if the range has a unit. */
export type DensifyValue = Numeric | Date;

/**
 * The range to fill: from the smallest to the largest value of all documents or of each partition, or from `lower` to
 * `upper`.
 */
export type Bounds = 'full' | 'partition' | { lower: DensifyValue; upper: DensifyValue };

export interface DensifyRange {
  bounds: Bounds;
  /** The value one step after this one. Throws 5166406 if a date overflows. */
  next(value: DensifyValue): DensifyValue;
  /**
   * Validates the value in a document. Throws 5733201 if it is neither a number nor a date, and 6053600 for a number if
   * the range has a unit, or for a date if the range has none.
   */
  read(value: unknown): DensifyValue;
}

const FIELDS = {
  step: { types: NUMBER_TYPES, required: true },
  unit: { types: ['string'] },
  bounds: { required: true },
};

const BOTH = 'A bounding array must contain either both dates or both numeric types';

function explicitBounds(given: unknown[], step: unknown, unit: Unit | undefined): Bounds {
  const [lower, upper] = given;
  if (given.length !== 2) {
    throw located(5733403, 'A bounding array in a range statement must have exactly two elements');
  }
  if (compare(lower, upper) > 0) {
    throw located(5733402, 'A bounding array must be an ascending array of either two dates or two numbers');
  }
  if (isNumber(lower)) {
    if (unit) throw located(5733409, 'Numeric bounds may not have unit parameter');
    if (!isNumber(upper)) throw located(5733406, BOTH);
    if (typeName(lower) !== typeName(upper) || typeName(lower) !== typeName(step)) {
      throw located(5876900, 'Upper bound, lower bound, and step must all have the same type');
    }
    return { lower, upper };
  }
  if (!(lower instanceof Date)) throw located(5946800, 'Explicit bounds must be numeric or dates');
  if (!(upper instanceof Date)) throw located(5733405, BOTH);
  if (!unit) throw located(5733410, 'A bounding array of dates must specify a unit');
  return { lower, upper };
}

function boundsOf(given: unknown, step: unknown, unit: Unit | undefined): Bounds {
  if (Array.isArray(given)) return explicitBounds(given, step, unit);
  if (given === 'full' || given === 'partition') return given;
  if (typeof given === 'string') throw located(5946802, "Bounds string must either be 'full' or 'partition'");
  const rule = "The bounds in a range statement must be the string 'full', 'partition', or an ascending array";
  throw located(5733404, `${rule} of two numbers or two dates`);
}

function stepper(step: Numeric, unit: Unit | undefined): DensifyRange['next'] {
  return (value) => {
    if (!(value instanceof Date)) return combine('add', value, step);
    if (!unit) return value;
    const time = added(value.getTime(), unit, { amount: toNumber(step), zone: UTC });
    if (isDateTime(time)) return new Date(time);
    throw located(5166406, 'dateAdd overflowed');
  };
}

function validator(unit: Unit | undefined): DensifyRange['read'] {
  return (value) => {
    if (!isNumber(value) && !(value instanceof Date)) {
      throw located(5733201, 'Densify field type must be numeric or a date');
    }
    const encountered = (type: string, rule: string) =>
      located(6053600, `Encountered ${type} densify value in collection when step ${rule} a date unit.`);
    if (unit && isNumber(value)) throw encountered('numeric', 'has');
    if (!unit && value instanceof Date) throw encountered('date', 'does not have');
    return value;
  };
}

/**
 * Parses the `range` of `$densify`. Throws the codes of `checkSpecification`, and other codes for an invalid step, unit
 * or bounds.
 */
export function densifyRange(given: Document): DensifyRange {
  checkSpecification('$densify.range', given, FIELDS);
  const [step, unitName] = [own(given, 'step'), own(given, 'unit')];
  if (!isNumber(step) || !(toNumber(step) > 0)) {
    throw located(5733401, 'The step parameter in a range statement must be a strictly positive numeric value');
  }
  if (typeof unitName === 'string' && toBigInt(step) === undefined) {
    const rule = 'The step parameter in a range statement must be a whole number when';
    throw located(6586400, `${rule} densifying a date range`);
  }
  const unit = typeof unitName === 'string' ? timeUnit(unitName) : undefined;
  return { bounds: boundsOf(own(given, 'bounds'), step, unit), next: stepper(step, unit), read: validator(unit) };
}
