import { compileMatch } from '../match/compile';
import { stringOrder } from '../values/collation';
import { badValue, located, mongoError, wrongType } from '../values/errors';
import { toNumber } from '../values/numbers';
import { type Document, isNumber, isObject } from '../values/types';

/** The options of `create`. */
export const CREATE_OPTIONS = [
  'capped',
  'size',
  'max',
  'validator',
  'validationLevel',
  'validationAction',
  'viewOn',
  'pipeline',
  'collation',
  'expireAfterSeconds',
  'clusteredIndex',
  'changeStreamPreAndPostImages',
  'storageEngine',
  'indexOptionDefaults',
  'timeseries',
];

/** The options of `collMod` except `index` and the limits of a capped collection. */
export const MODIFIABLE = [
  'validator',
  'validationLevel',
  'validationAction',
  'viewOn',
  'pipeline',
  'changeStreamPreAndPostImages',
  'expireAfterSeconds',
];

const LEVELS = ['off', 'strict', 'moderate'];
const ACTIONS = ['error', 'warn'];

function invalidOption(message: string): Error {
  return mongoError(72, 'InvalidOptions', message);
}

function checkEnumeration(name: string, value: unknown, known: readonly unknown[]): void {
  if (value === undefined || known.includes(value)) return;
  throw badValue(`Enumeration value '${String(value)}' for field '${name}' is not a valid value.`);
}

/** Throws TypeMismatch or BadValue for invalid validation options. */
function checkValidation({ validator, validationLevel, validationAction }: Document, command: string): void {
  if (isObject(validator)) compileMatch(validator);
  else if (validator !== undefined) throw wrongType(`${command}.validator`, validator, 'object');
  checkEnumeration(`${command}.validationLevel`, validationLevel, LEVELS);
  checkEnumeration(`${command}.validationAction`, validationAction, ACTIONS);
}

/** Throws MongoDB's errors for an invalid view. */
function checkView({ viewOn, pipeline }: Document): void {
  if (viewOn === undefined) {
    if (pipeline !== undefined) throw invalidOption("'pipeline' requires 'viewOn' to also be specified");
    return;
  }
  if (typeof viewOn !== 'string') throw wrongType('viewOn', viewOn, 'string');
  if (viewOn === '') throw badValue("'viewOn' cannot be empty");
  if (pipeline === undefined) return;
  if (!Array.isArray(pipeline)) throw wrongType('pipeline', pipeline, 'array');
  const writing = pipeline.find((stage) => isObject(stage) && ('$out' in stage || '$merge' in stage));
  if (!isObject(writing)) return;
  const [stage] = Object.keys(writing);
  throw mongoError(167, 'OptionNotSupportedOnView', `The aggregation stage ${stage} cannot be used in a view`);
}

/**
 * Throws code 72 for an `expireAfterSeconds` that is invalid, or that is given for a collection which is neither a
 * time series nor clustered.
 */
function checkExpiry({ expireAfterSeconds, timeseries, clusteredIndex }: Document): void {
  if (expireAfterSeconds === undefined) return;
  if (timeseries === undefined && clusteredIndex === undefined) {
    const rule =
      "'expireAfterSeconds' is only supported on time-series collections or when the 'clusteredIndex' option is specified";
    throw invalidOption(rule);
  }
  if (isNumber(expireAfterSeconds) && toNumber(expireAfterSeconds) >= 0) return;
  throw invalidOption("'expireAfterSeconds' must be a number that is not negative");
}

/** Throws code 51024 for an invalid size or count of a capped collection. */
function checkCount(name: string, value: unknown): void {
  const least = name === 'size' ? 1 : 0;
  if (value === undefined || (isNumber(value) && toNumber(value) >= least)) return;
  throw located(51024, `BSON field 'create.${name}' must be a number >= ${least}`);
}

function checkCapped({ capped, size, max }: Document): void {
  if (!capped) {
    if (size === undefined && max === undefined) return;
    throw invalidOption("the 'capped' field needs to be true when either the 'size' or 'max' fields are present");
  }
  if (size === undefined) throw invalidOption("the 'size' field is required when 'capped' is true");
  checkCount('size', size);
  checkCount('max', max);
}

/** The options of `create` as they are stored. Throws MongoDB's error for the first invalid one. */
export function collectionOptions(command: Document): Document {
  const options: Document = {};
  for (const name of CREATE_OPTIONS) if (command[name] !== undefined) options[name] = command[name];
  const { timeseries, collation, clusteredIndex } = options;
  checkCapped(options);
  checkView(options);
  checkValidation(options, 'create');
  checkExpiry(options);
  if (isObject(timeseries) && typeof timeseries.timeField !== 'string') {
    throw located(40414, "BSON field 'create.timeseries.timeField' is missing but a required field");
  }
  if (isObject(collation)) stringOrder(collation);
  if (isObject(clusteredIndex)) {
    options.clusteredIndex = { v: 2, ...clusteredIndex, name: clusteredIndex.name ?? '_id_' };
  }
  return options;
}

function newCap(options: Document, { cappedSize, cappedMax }: Document): Document {
  if (cappedSize === undefined && cappedMax === undefined) return {};
  if (!options.capped) throw invalidOption('Collection must be capped.');
  checkCount('size', cappedSize);
  checkCount('max', cappedMax);
  return { size: cappedSize ?? options.size, ...(cappedMax === undefined ? {} : { max: cappedMax }) };
}

/** A collection's options after `collMod`. Throws the errors of {@link collectionOptions}. */
export function modifiedOptions(options: Document, command: Document): Document {
  const changes: Document = {};
  for (const name of MODIFIABLE) if (command[name] !== undefined) changes[name] = command[name];
  checkValidation(changes, 'collMod');
  const { expireAfterSeconds, ...modified } = { ...options, ...changes, ...newCap(options, command) };
  checkView(modified);
  if (expireAfterSeconds === undefined || expireAfterSeconds === 'off') return modified;
  checkExpiry({ ...modified, expireAfterSeconds });
  return { ...modified, expireAfterSeconds };
}
