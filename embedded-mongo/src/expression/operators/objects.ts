import { calculateObjectSize } from 'bson';
import { own, put, shallow } from '../../values/clone';
import { binaryParts } from '../../values/compare';
import { located, typeMismatch } from '../../values/errors';
import { type Document, isObject, RANK, rank, typeName } from '../../values/types';
import { isNullish, named, positional, single } from '../arguments';
import type { OperatorCompiler, Operators } from '../scope';

const mergeObjects: OperatorCompiler = (argument, compiler, name) => {
  const parts = positional(argument, compiler, { name, least: 0, most: Number.POSITIVE_INFINITY });
  return (scope) => {
    const values = parts.map((part) => part(scope));
    return mergeAll(parts.length === 1 && Array.isArray(values[0]) ? values[0] : values);
  };
};

/** Merges documents: later fields win, and null and missing documents count as empty. */
export function mergeAll(values: readonly unknown[]): Document {
  const merged: Document = {};
  for (const value of values) {
    if (isNullish(value)) continue;
    if (!isObject(value)) {
      throw located(40400, `$mergeObjects requires object inputs, but input is of type ${typeName(value)}`);
    }
    for (const key of Object.keys(value)) put(merged, key, own(value, key));
  }
  return merged;
}

const objectToArray: OperatorCompiler = (argument, compiler, name) => {
  const part = single(argument, compiler, name);
  return (scope) => {
    const value = part(scope);
    if (isNullish(value)) return null;
    if (!isObject(value)) {
      throw located(40390, `$objectToArray requires a document input, found: ${typeName(value)}`);
    }
    return Object.keys(value).map((k) => ({ k, v: own(value, k) }));
  };
};

function entry(element: unknown): [string, unknown] {
  if (Array.isArray(element) && element.length === 2 && typeof element[0] === 'string') return [element[0], element[1]];
  if (isObject(element) && typeof element.k === 'string' && 'v' in element) return [element.k, element.v];
  throw located(40392, '$arrayToObject requires an array of key-value pairs, [k, v] or { k, v }');
}

const arrayToObject: OperatorCompiler = (argument, compiler, name) => {
  const part = single(argument, compiler, name);
  return (scope) => {
    const value = part(scope);
    if (isNullish(value)) return null;
    if (!Array.isArray(value)) {
      throw located(40386, `$arrayToObject requires an array input, found: ${typeName(value)}`);
    }
    const built: Document = {};
    for (const element of value) put(built, ...entry(element));
    return built;
  };
};

function fieldName(value: unknown, name: string): string {
  if (typeof value === 'string') return value;
  throw typeMismatch(`${name} requires 'field' to evaluate to type String, but got ${typeName(value)}`);
}

const getField: OperatorCompiler = (argument, compiler, name) => {
  const given = isObject(argument) && 'field' in argument;
  const parts = given ? named(argument, name, { required: ['field'], optional: ['input'] }) : { field: argument };
  const field = compiler.compile(parts.field);
  const input = compiler.compile('input' in parts ? parts.input : '$$CURRENT');
  return (scope) => {
    const key = fieldName(field(scope), name);
    const value = input(scope);
    if (isNullish(value)) return value;
    return isObject(value) ? own(value, key) : undefined;
  };
};

function settingField(withValue: boolean): OperatorCompiler {
  return (argument, compiler, name) => {
    const parts = named(argument, name, { required: withValue ? ['field', 'input', 'value'] : ['field', 'input'] });
    const field = compiler.compile(parts.field);
    const input = compiler.compile(parts.input);
    const evaluate = compiler.compile(withValue ? parts.value : '$$REMOVE');
    return (scope) => {
      const key = fieldName(field(scope), name);
      const object = input(scope);
      if (isNullish(object)) return null;
      if (!isObject(object)) throw located(4161105, `${name} requires 'input' to evaluate to type Object`);
      const copy = shallow(object);
      const value = evaluate(scope);
      if (value === undefined) delete copy[key];
      else put(copy, key, value);
      return copy;
    };
  };
}

/** An operator that measures a value; null for null or missing. `rule` returns the error for a type without a size. */
function sized(measure: (value: unknown) => number | undefined, rule: (type: string) => Error): OperatorCompiler {
  return (argument, compiler, name) => {
    const part = single(argument, compiler, name);
    return (scope) => {
      const value = part(scope);
      if (isNullish(value)) return null;
      const size = measure(value);
      if (size === undefined) throw rule(typeName(value));
      return size;
    };
  };
}

const bsonSize = sized(
  (value) => (isObject(value) ? calculateObjectSize(value) : undefined),
  (type) => located(31393, `$bsonSize requires a document input, found: ${type}`),
);

const binarySize = sized(
  (value) => {
    if (typeof value === 'string') return Buffer.byteLength(value);
    return rank(value) === RANK.binary ? binaryParts(value).bytes.length : undefined;
  },
  (type) => located(51276, `$binarySize requires a string or BinData argument, found: ${type}`),
);

export const OBJECTS: Operators = {
  $mergeObjects: mergeObjects,
  $objectToArray: objectToArray,
  $arrayToObject: arrayToObject,
  $getField: getField,
  $setField: settingField(true),
  $unsetField: settingField(false),
  $bsonSize: bsonSize,
  $binarySize: binarySize,
};
