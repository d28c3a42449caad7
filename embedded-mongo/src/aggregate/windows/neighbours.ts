import { isNullish } from '../../expression/arguments';
import { compileExpression } from '../../expression/compile';
import { combine, difference, divided } from '../../expression/operators/arithmetic';
import { instantOf } from '../../expression/operators/dates/instants';
import { own } from '../../values/clone';
import { compare } from '../../values/compare';
import { failedToParse, located, typeMismatch } from '../../values/errors';
import { show } from '../../values/show';
import { isNumber, isObject, typeName } from '../../values/types';
import { SO_FAR, smallInteger, type Window } from './bounds';
import { fieldReader, onlySortField } from './partition';
import { accumulated, type Call, givenWindow, ofEnds, type WindowCompiler } from './work';

const first: WindowCompiler = (call) => {
  const evaluate = compileExpression(call.argument, call.environment);
  return ofEnds(givenWindow(call), (document) => evaluate(document));
};

const last: WindowCompiler = (call) => {
  const evaluate = compileExpression(call.argument, call.environment);
  return ofEnds(givenWindow(call), (_first, document) => evaluate(document));
};

const shift: WindowCompiler = ({ name, argument, window, sortBy, environment }) => {
  if (window !== undefined) throw failedToParse("$shift does not accept a 'window' field");
  if (!isObject(argument)) throw failedToParse('Argument to $shift must be an object');
  const unknown = Object.keys(argument).find((key) => !['output', 'by', 'default'].includes(key));
  if (unknown !== undefined) throw failedToParse(`Unknown argument in ${name}`);
  const [output, by] = [own(argument, 'output'), own(argument, 'by')];
  if (output === undefined) throw failedToParse("$shift requires an 'output' expression.");
  if (by === undefined) throw failedToParse("$shift requires 'by' as an integer value.");
  const offset = smallInteger(by);
  if (offset === undefined) throw failedToParse(`'$shift:by' field must be an integer, but found  by: ${show(by)}`);
  if (!sortBy) throw failedToParse("'$shift' requires a sortBy");
  const evaluate = compileExpression(output, environment);
  const otherwise = compileExpression(own(argument, 'default') ?? null, environment)({}) ?? null;
  const place: Window = { by: 'documents', lower: offset, upper: offset };
  return ofEnds(place, (document) => evaluate(document), otherwise);
};

function refuseWindow({ name, window }: Call): void {
  if (window !== undefined) throw failedToParse(`'window' field is not allowed in ${name}`);
}

/** The last value so far that is not null. */
const locf: WindowCompiler = (call) => {
  refuseWindow(call);
  const start = () => {
    let kept: unknown = null;
    return {
      add(value: unknown) {
        if (!isNullish(value)) kept = value;
      },
      result: () => kept,
    };
  };
  return accumulated({ start, evaluate: compileExpression(call.argument, call.environment) }, SO_FAR);
};

type Point = { x: unknown; y: unknown };

/** The value on the straight line between two points. */
function between(left: Point, right: Point, x: unknown): unknown {
  const [rise, run, distance] = [difference(right.y, left.y), difference(right.x, left.x), difference(x, left.x)];
  if (!isNumber(rise) || !isNumber(run) || !isNumber(distance) || !isNumber(left.y)) return null;
  return combine('add', left.y, combine('multiply', distance, divided(rise, run)));
}

function checkPoint({ x, y }: Point, before: unknown): void {
  const type = (value: unknown) => (value === undefined ? 'missing' : typeName(value));
  if (!isNumber(y) && !isNullish(y)) {
    throw typeMismatch(`Value to be filled must be numeric or nullish, but found ${type(y)}`);
  }
  const isDate = (value: unknown) => instantOf(value) !== undefined;
  if (!isNumber(x) && !isDate(x)) {
    throw typeMismatch(`Value of the sortBy field must be numeric or a date, but found ${type(x)}`);
  }
  if (before === undefined) return;
  if (compare(x, before) === 0) throw located(6050106, 'There can be no repeated values in the sort field');
  if (isDate(x) === isDate(before)) return;
  const rule = `Conflicting sort value types, previously received type ${type(before)}, but found ${type(x)}`;
  throw typeMismatch(rule);
}

const linearFill: WindowCompiler = (call) => {
  refuseWindow(call);
  const { argument, name, sortBy, environment } = call;
  const field = onlySortField(sortBy);
  if (field === undefined) {
    const rule = 'must be specified with a top level sortBy expression with exactly one element';
    throw located(605001, `${name} ${rule}`);
  }
  const evaluate = compileExpression(argument, environment);
  const sortValue = fieldReader(field);
  return ({ documents }) => {
    const pointAt = (place: number): Point => ({ x: sortValue(documents[place]), y: evaluate(documents[place]) });
    let left: Point | undefined;
    let next = 0;
    let before: unknown;
    return (at) => {
      const point = pointAt(at);
      checkPoint(point, before);
      before = point.x;
      if (!isNullish(point.y)) {
        left = point;
        return point.y;
      }
      if (!left) return null;
      if (next <= at) next = at + 1;
      while (next < documents.length && isNullish(pointAt(next).y)) next++;
      return next < documents.length ? between(left, pointAt(next), point.x) : null;
    };
  };
};

/** The functions that read single documents before and after the current one. */
export const NEIGHBOURS: Readonly<Record<string, WindowCompiler>> = {
  $first: first,
  $last: last,
  $shift: shift,
  $locf: locf,
  $linearFill: linearFill,
};
