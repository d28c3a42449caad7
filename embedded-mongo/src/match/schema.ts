import { member, own } from '../values/clone';
import { compare, equal } from '../values/compare';
import { failedToParse, typeMismatch } from '../values/errors';
import { encodeValue } from '../values/key';
import { toNumber } from '../values/numbers';
import { matchesText, toRegExp } from '../values/regex';
import { type Document, isNumber, isObject, TYPE_NUMBERS, typeName, typeNumber } from '../values/types';

type SchemaTest = (value: unknown) => boolean;
type KeywordCompiler = (argument: unknown, schema: Document) => SchemaTest;

const JSON_TYPES = new Set(['object', 'array', 'number', 'boolean', 'string', 'null']);
const NUMBERS = new Set(['int', 'long', 'double', 'decimal']);

function typeTest(keyword: string, alias: unknown): SchemaTest {
  if (typeof alias !== 'string')
    throw typeMismatch(`$jsonSchema keyword '${keyword}' must be a string or an array of strings`);
  if (alias === 'number') return (value) => NUMBERS.has(typeName(value));
  if (keyword === 'type') {
    if (alias === 'integer') throw failedToParse("$jsonSchema type 'integer' is not currently supported.");
    if (!JSON_TYPES.has(alias)) throw failedToParse(`Unknown type name alias: ${alias}`);
    if (alias === 'boolean') return (value) => typeof value === 'boolean';
  }
  const wanted = member(TYPE_NUMBERS, alias);
  if (wanted === undefined) throw failedToParse(`Unknown type name alias: ${alias}`);
  return (value) => typeNumber(value) === wanted;
}

function types(keyword: string): KeywordCompiler {
  return (argument) => {
    const tests = (Array.isArray(argument) ? argument : [argument]).map((alias) => typeTest(keyword, alias));
    return (value) => tests.some((test) => test(value));
  };
}

function schemas(argument: unknown, keyword: string): SchemaTest[] {
  if (!Array.isArray(argument) || argument.length === 0) {
    throw failedToParse(`$jsonSchema keyword '${keyword}' must be a non-empty array`);
  }
  return argument.map(compileSchema);
}

function bound(test: (order: number) => boolean, exclusive?: string): KeywordCompiler {
  return (argument, schema) => {
    if (!isNumber(argument)) throw typeMismatch('$jsonSchema bounds must be numbers');
    const strict = exclusive !== undefined && own(schema, exclusive) === true;
    return (value) => {
      if (!isNumber(value)) return true;
      const order = compare(value, argument);
      return test(order) && !(strict && order === 0);
    };
  };
}

function count(measure: (value: unknown) => number | undefined, test: (size: number, limit: number) => boolean) {
  return (argument: unknown): SchemaTest => {
    const limit = toNumber(argument);
    if (!Number.isInteger(limit) || limit < 0) throw failedToParse('$jsonSchema sizes must be non-negative integers');
    return (value) => {
      const size = measure(value);
      return size === undefined || test(size, limit);
    };
  };
}

const textLength = (value: unknown) => (typeof value === 'string' ? [...value].length : undefined);
const itemCount = (value: unknown) => (Array.isArray(value) ? value.length : undefined);
const fieldCount = (value: unknown) => (isObject(value) ? Object.keys(value).length : undefined);
const least = (size: number, limit: number) => size >= limit;
const most = (size: number, limit: number) => size <= limit;

function members(argument: unknown, keyword: string): { key: string; test: SchemaTest }[] {
  if (!isObject(argument)) throw typeMismatch(`$jsonSchema keyword '${keyword}' must be an object`);
  return Object.keys(argument).map((key) => ({ key, test: compileSchema(own(argument, key)) }));
}

const properties: KeywordCompiler = (argument) => {
  const tests = members(argument, 'properties');
  return (value) =>
    !isObject(value) || tests.every(({ key, test }) => !Object.hasOwn(value, key) || test(own(value, key)));
};

const patternProperties: KeywordCompiler = (argument) => {
  const tests = members(argument, 'patternProperties').map(({ key, test }) => ({ pattern: toRegExp(key), test }));
  return (value) =>
    !isObject(value) ||
    Object.keys(value).every((key) =>
      tests.every(({ pattern, test }) => !matchesText(pattern, key) || test(own(value, key))),
    );
};

const additionalProperties: KeywordCompiler = (argument, schema) => {
  const test: SchemaTest = typeof argument === 'boolean' ? () => argument : compileSchema(argument);
  const known = isObject(schema.properties) ? schema.properties : {};
  const patterns = isObject(schema.patternProperties)
    ? Object.keys(schema.patternProperties).map((p) => toRegExp(p))
    : [];
  const additional = (key: string) =>
    !Object.hasOwn(known, key) && !patterns.some((pattern) => matchesText(pattern, key));
  return (value) => !isObject(value) || Object.keys(value).every((key) => !additional(key) || test(own(value, key)));
};

const dependencies: KeywordCompiler = (argument) => {
  if (!isObject(argument)) throw typeMismatch("$jsonSchema keyword 'dependencies' must be an object");
  const rules = Object.keys(argument).map((key) => {
    const rule = own(argument, key);
    return { key, test: Array.isArray(rule) ? required(rule, {}) : compileSchema(rule) };
  });
  return (value) => !isObject(value) || rules.every(({ key, test }) => !Object.hasOwn(value, key) || test(value));
};

const required: KeywordCompiler = (argument) => {
  if (!Array.isArray(argument) || argument.length === 0) {
    throw failedToParse("$jsonSchema keyword 'required' cannot be an empty array");
  }
  const names = argument.map(String);
  return (value) => !isObject(value) || names.every((name) => Object.hasOwn(value, name));
};

const items: KeywordCompiler = (argument, schema) => {
  if (!Array.isArray(argument)) {
    const test = compileSchema(argument);
    return (value) => !Array.isArray(value) || value.every(test);
  }
  const tests = argument.map(compileSchema);
  const { additionalItems } = schema;
  const rest: SchemaTest =
    additionalItems === undefined || typeof additionalItems === 'boolean'
      ? () => additionalItems !== false
      : compileSchema(additionalItems);
  return (value) => !Array.isArray(value) || value.every((element, index) => (tests[index] ?? rest)(element));
};

const always: KeywordCompiler = () => () => true;

const KEYWORDS: Readonly<Record<string, KeywordCompiler>> = {
  type: types('type'),
  bsonType: types('bsonType'),
  required,
  properties,
  patternProperties,
  additionalProperties,
  dependencies,
  items,
  additionalItems: always,
  enum: (argument) => {
    if (!Array.isArray(argument)) throw typeMismatch("$jsonSchema keyword 'enum' must be an array");
    return (value) => argument.some((element) => equal(element, value));
  },
  minimum: bound((order) => order >= 0, 'exclusiveMinimum'),
  maximum: bound((order) => order <= 0, 'exclusiveMaximum'),
  exclusiveMinimum: always,
  exclusiveMaximum: always,
  multipleOf: (argument) => (value) => !isNumber(value) || toNumber(value) % toNumber(argument) === 0,
  minLength: count(textLength, least),
  maxLength: count(textLength, most),
  minItems: count(itemCount, least),
  maxItems: count(itemCount, most),
  minProperties: count(fieldCount, least),
  maxProperties: count(fieldCount, most),
  pattern: (argument) => {
    const pattern = toRegExp(argument);
    return (value) => typeof value !== 'string' || matchesText(pattern, value);
  },
  uniqueItems: (argument) => (value) =>
    argument !== true ||
    !Array.isArray(value) ||
    new Set(value.map((element) => encodeValue(element).toString('latin1'))).size === value.length,
  allOf: (argument) => {
    const tests = schemas(argument, 'allOf');
    return (value) => tests.every((test) => test(value));
  },
  anyOf: (argument) => {
    const tests = schemas(argument, 'anyOf');
    return (value) => tests.some((test) => test(value));
  },
  oneOf: (argument) => {
    const tests = schemas(argument, 'oneOf');
    return (value) => tests.filter((test) => test(value)).length === 1;
  },
  not: (argument) => {
    const test = compileSchema(argument);
    return (value) => !test(value);
  },
  title: always,
  description: always,
};

/**
 * Compiles a `$jsonSchema` document: MongoDB's dialect of JSON Schema draft 4.
 * @throws code 9 for an unknown keyword; 9 or 14 for a wrong argument; what {@link toRegExp} throws for a wrong pattern.
 */
export function compileSchema(schema: unknown): SchemaTest {
  if (!isObject(schema)) throw typeMismatch('$jsonSchema must be an object');
  const tests = Object.keys(schema).map((keyword) => {
    const compile = member(KEYWORDS, keyword);
    if (!compile) throw failedToParse(`Unknown $jsonSchema keyword: ${keyword}`);
    return compile(own(schema, keyword), schema);
  });
  return (value) => tests.every((test) => test(value));
}
