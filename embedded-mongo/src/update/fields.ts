import { Long, Timestamp } from 'bson';
import { clone, member } from '../values/clone';
import type { Compare } from '../values/compare';
import { badValue, failedToParse, typeMismatch } from '../values/errors';
import { calculate, isIntegral, isLong, type Operation, toBigInt } from '../values/numbers';
import { show } from '../values/show';
import { isNumber, isObject, typeName } from '../values/types';
import { assign, remove, type Slot } from './walk';

/** The context of applying an operator to one document. */
export interface Application {
  now: Date;
  inserting: boolean;
  /** The document's `_id`, for messages. */
  id: unknown;
}

/** A compiled operator on one path. */
export interface FieldUpdate {
  creates: boolean;
  onInsertOnly?: boolean;
  apply(slot: Slot, application: Application): void;
}

export interface FieldInput {
  path: string;
  argument: unknown;
  compare: Compare;
  collation?: Record<string, unknown> | undefined;
}

export type FieldCompiler = (input: FieldInput) => FieldUpdate;

function arithmetic(name: '$inc' | '$mul'): FieldCompiler {
  const operation: Operation = name === '$inc' ? 'add' : 'multiply';
  return ({ path, argument }) => {
    if (!isNumber(argument)) {
      const verb = name === '$inc' ? 'increment' : 'multiply';
      throw typeMismatch(`Cannot ${verb} with non-numeric argument: {${path}: ${show(argument)}}`);
    }
    return {
      creates: true,
      apply(slot, { id }) {
        const current = slot.exists ? slot.value : 0;
        if (!isNumber(current)) {
          throw typeMismatch(
            `Cannot apply ${name} to a value of non-numeric type. {_id: ${show(id)}} has the field '${slot.key}' of non-numeric type ${typeName(current)}`,
          );
        }
        const result = slot.exists || name === '$mul' ? calculate(operation, current, argument) : argument;
        if (result === undefined) {
          throw badValue(
            `Failed to apply ${name} operations to current value (${show(current)}) for document {_id: ${show(id)}}`,
          );
        }
        assign(slot, result);
      },
    };
  };
}

function extreme(sign: 1 | -1): FieldCompiler {
  return ({ argument, compare }) => ({
    creates: true,
    apply(slot) {
      if (!slot.exists || compare(argument, slot.value) * sign < 0) assign(slot, clone(argument));
    },
  });
}

const currentDate: FieldCompiler = ({ argument }) => {
  let stamp = false;
  if (isObject(argument)) {
    const unknown = Object.keys(argument).find((key) => key !== '$type');
    if (unknown !== undefined) throw badValue(`Unrecognized $currentDate option: ${unknown}`);
    if (argument.$type !== 'date' && argument.$type !== 'timestamp') {
      throw badValue(
        "The '$type' string field is required to be 'date' or 'timestamp': {$currentDate: {field : {$type: 'date'}}}",
      );
    }
    stamp = argument.$type === 'timestamp';
  } else if (typeof argument !== 'boolean') {
    throw badValue(
      `${typeName(argument)} is not valid type for $currentDate. Please use a boolean ('true') or a $type expression ({$type: 'timestamp/date'}).`,
    );
  }
  return {
    creates: true,
    apply(slot, { now }) {
      assign(slot, stamp ? new Timestamp({ t: Math.floor(now.getTime() / 1000), i: 1 }) : new Date(now));
    },
  };
};

const BIT_OPERATIONS: Readonly<Record<string, (a: bigint, b: bigint) => bigint>> = {
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
};

const bit: FieldCompiler = ({ path, argument }) => {
  if (!isObject(argument)) {
    throw badValue(
      `The $bit modifier is not compatible with a ${typeName(argument)}. You must pass in an embedded document: {$bit: {field: {and/or/xor: #}}`,
    );
  }
  const steps = Object.entries(argument).map(([key, operand]) => {
    const operation = member(BIT_OPERATIONS, key);
    if (!operation) throw badValue(`The $bit modifier only supports 'and', 'or', and 'xor', not '${key}'`);
    const number = toBigInt(operand);
    if (number === undefined || !isIntegral(operand)) {
      throw badValue(
        `The $bit modifier field must be an Integer(32/64 bit); a '${typeName(operand)}' is not supported here: {${key}: ${show(operand)}}`,
      );
    }
    return { operation, number };
  });
  if (steps.length === 0)
    throw badValue(`You must pass in at least one bitwise operation. The format is: {$bit: {${path}: {and/or/xor: #}}`);
  const long = Object.values(argument).some(isLong);
  return {
    creates: true,
    apply(slot, { id }) {
      const current = slot.exists ? slot.value : 0;
      const number = toBigInt(current);
      if (number === undefined || !isIntegral(current)) {
        throw badValue(
          `Cannot apply $bit to a value of non-integral type.{_id: ${show(id)}} has the field ${slot.key} of non-integer type ${typeName(current)}`,
        );
      }
      const result = steps.reduce((value, step) => step.operation(value, step.number), number);
      assign(slot, long || isLong(current) ? Long.fromBigInt(result) : Number(result));
    },
  };
};

function set(onInsertOnly: boolean): FieldCompiler {
  return ({ argument }) => ({ creates: true, onInsertOnly, apply: (slot) => assign(slot, clone(argument)) });
}

/** The operators whose result depends only on the value of the changed field. */
export const FIELD_OPERATORS: Readonly<Record<string, FieldCompiler>> = {
  $set: set(false),
  $setOnInsert: set(true),
  $unset: () => ({ creates: false, apply: remove }),
  $inc: arithmetic('$inc'),
  $mul: arithmetic('$mul'),
  $min: extreme(1),
  $max: extreme(-1),
  $currentDate: currentDate,
  $bit: bit,
};

/** The error for an unknown update operator. */
export function unknownModifier(name: string) {
  return failedToParse(
    `Unknown modifier: ${name}. Expected a valid update modifier or pipeline-style update specified as an array`,
  );
}
