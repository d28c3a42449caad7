import { own, put } from '../../values/clone';
import { failedToParse, located } from '../../values/errors';
import { type Document, isObject, typeName } from '../../values/types';
import type { StageCompiler } from '../environment';
import { checkSpecification, textsAt } from '../specification';

const FIELDS = {
  sortBy: { types: ['object'] },
  partitionByFields: { types: ['array'] },
  partitionBy: { types: ['object', 'string'] },
  output: { types: ['object'], required: true },
};
const OUTPUT_FIELDS = { value: {}, method: { types: ['string'] } };

/** The window functions that implement the methods. */
const METHODS = new Map<unknown, string>([
  ['locf', '$locf'],
  ['linear', '$linearFill'],
]);

/** Parses the output of one field: either the method, or the value that replaces null. */
function fillingOf(given: unknown): { method?: string; value?: unknown } {
  if (!isObject(given)) {
    throw located(6050200, 'Each fill output specification must be an object with exactly one field');
  }
  checkSpecification('$fill', given, OUTPUT_FIELDS);
  if (!Object.hasOwn(given, 'method')) return Object.hasOwn(given, 'value') ? { value: own(given, 'value') } : {};
  if (Object.hasOwn(given, 'value')) {
    const rule = "Each fill output specification must have exactly one of 'method' or 'value' fields";
    throw located(6050201, `${rule}, not both`);
  }
  const method = METHODS.get(own(given, 'method'));
  if (!method) throw located(6050202, 'Method must be either locf or linear');
  return { method };
}

function partitionKey(argument: Document): Document {
  const [partitionBy, fields] = [own(argument, 'partitionBy'), own(argument, 'partitionByFields')];
  if (fields === undefined) return partitionBy === undefined ? {} : { partitionBy };
  if (partitionBy !== undefined) {
    throw located(6050204, "Maximum one of 'partitionBy' and 'partitionByFields can be specified in '$fill'");
  }
  const key: Document = {};
  for (const field of textsAt('$fill.partitionByFields', fields)) put(key, field, `$${field}`);
  return { partitionBy: key };
}

/** `$fill`: another way to write `$setWindowFields` with `$locf` and `$linearFill`, and `$addFields` with `$ifNull`. */
export const fill: StageCompiler = (argument, { nested, environment }) => {
  if (!isObject(argument)) {
    throw failedToParse(`The $fill stage specification must be an object, found ${typeName(argument)}`);
  }
  checkSpecification('$fill', argument, FIELDS);
  const { output, sortBy } = argument;
  const fields = isObject(output) ? output : {};
  if (Object.keys(fields).length === 0) {
    throw located(6050203, "The output field in '$fill' must contain an object with at least one element");
  }
  const windows: Document = {};
  const constants: Document = {};
  for (const field of Object.keys(fields)) {
    const filling = fillingOf(own(fields, field));
    if (filling.method !== undefined) put(windows, field, { [filling.method]: `$${field}` });
    else if ('value' in filling) put(constants, field, { $ifNull: [`$${field}`, filling.value] });
  }
  const order = { ...partitionKey(argument), ...(sortBy === undefined ? {} : { sortBy }) };
  const stages: Document[] = [];
  if (Object.keys(windows).length > 0) stages.push({ $setWindowFields: { ...order, output: windows } });
  if (Object.keys(constants).length > 0) stages.push({ $addFields: constants });
  return nested(stages, environment);
};
