import { PRIMARY_NAME } from '../indexes/definition';
import { isBeyondFolding } from '../indexes/fold';
import type { Collection } from '../storage/collection';
import { isSameCollation, stringOrder } from '../values/collation';
import { equal } from '../values/compare';
import { badValue, failedToParse, mongoError } from '../values/errors';
import { toNumber } from '../values/numbers';
import { show } from '../values/show';
import { type Document, isNumber, isObject, typeName } from '../values/types';
import { checkPartialFilter } from './partial-filter';

const OPTIONS = new Set([
  'key',
  'name',
  'v',
  'ns',
  'background',
  'unique',
  'sparse',
  'hidden',
  'prepareUnique',
  'partialFilterExpression',
  'expireAfterSeconds',
  'collation',
  'storageEngine',
]);
const SWITCHES = ['unique', 'sparse', 'hidden', 'prepareUnique'];
const IGNORED = new Set(['v', 'ns', 'background', 'storageEngine']);

const MAX_FIELDS = 32;

function cannot(message: string): Error {
  return mongoError(67, 'CannotCreateIndex', message);
}

function checkKey(key: unknown): asserts key is Document {
  if (!isObject(key)) throw mongoError(14, 'TypeMismatch', "The field 'key' must be an object");
  if (Object.keys(key).length === 0) throw cannot('Index keys cannot be an empty object');
  if (Object.keys(key).length > MAX_FIELDS) throw mongoError(13103, 'Location13103', 'too many compound keys');
  for (const [path, direction] of Object.entries(key)) {
    if (path.split('.').some((part) => part === '')) throw cannot('Index keys cannot contain an empty field.');
    if (path.includes('$')) throw cannot(`Index key contains an illegal field name: ${path}`);
    if (direction === 'hashed') continue;
    if (typeof direction === 'string') throw cannot(`Index type '${direction}' is not supported by this server`);
    if (!isNumber(direction) || toNumber(direction) === 0 || Number.isNaN(toNumber(direction))) {
      throw cannot(
        `Values in v:2 index key pattern cannot be of type ${typeName(direction)}. Only numbers > 0, numbers < 0, and strings are allowed.`,
      );
    }
  }
}

/** Refuses the name of the `_id` index for any other index, because an index is treated as the `_id` index by its name. */
function checkReservedName({ name, key }: Document): void {
  if (name !== PRIMARY_NAME || sameKey(key as Document, { _id: 1 })) return;
  const rule = `The index name '${PRIMARY_NAME}' is reserved for the _id index, which must have key pattern {_id: 1}`;
  throw badValue(`${rule}, found ${show(key)}`);
}

function isOn(value: unknown): boolean {
  return isNumber(value) ? toNumber(value) !== 0 : value === true;
}

/** The error for an invalid `expireAfterSeconds`; undefined if it is valid or missing. */
export function expiryError({ key, expireAfterSeconds }: Document): string | undefined {
  if (expireAfterSeconds === undefined) return undefined;
  if (!isNumber(expireAfterSeconds)) return "TTL index 'expireAfterSeconds' option must be numeric";
  const seconds = toNumber(expireAfterSeconds);
  if (!(seconds >= 0 && seconds <= 2_147_483_647)) {
    return `TTL index 'expireAfterSeconds' option must be within an acceptable range, got: ${seconds}`;
  }
  const fields = Object.keys(key ?? {});
  if (fields.length > 1) return 'TTL indexes are single-field indexes, compound indexes do not support TTL';
  return fields[0] === '_id' ? "The field 'expireAfterSeconds' is not valid for an _id index" : undefined;
}

/** Validates an index specification, and removes options that are false or ignored. Throws MongoDB's errors. */
export function specificationOf(given: Document): Document {
  const { key } = given;
  checkKey(key);
  if (given.name === undefined) {
    throw failedToParse("The 'name' field is a required property of an index specification");
  }
  const unknown = Object.keys(given).find((option) => !OPTIONS.has(option));
  if (unknown !== undefined) {
    const rule = `The field '${unknown}' is not valid for an index specification. Specification: ${show(given)}`;
    throw mongoError(197, 'InvalidIndexSpecificationOption', rule);
  }
  const kept = Object.entries(given).filter(([name]) => !IGNORED.has(name) && !SWITCHES.includes(name));
  const on = SWITCHES.filter((name) => isOn(given[name])).map((name) => [name, true]);
  const spec: Document = { v: 2, ...Object.fromEntries(kept), ...Object.fromEntries(on) };
  if (typeof spec.name !== 'string' || spec.name === '' || spec.name === '*')
    throw cannot('The index name is not valid');
  checkReservedName(spec);
  if (spec.sparse && spec.partialFilterExpression) {
    throw cannot('cannot mix "partialFilterExpression" and "sparse" options');
  }
  checkPartialFilter(spec.partialFilterExpression);
  if (isObject(spec.collation)) stringOrder(spec.collation);
  if (spec.unique && isBeyondFolding(spec.collation)) {
    throw cannot('a unique index with numericOrdering or alternate: "shifted" is not supported by this server');
  }
  const error = expiryError(spec);
  if (error) throw cannot(error);
  return spec;
}

/** True for the same fields in the same order and direction. */
export function sameKey(a: Document, b: Document): boolean {
  const paths = Object.keys(a);
  return paths.join() === Object.keys(b).join() && equal(a, b);
}

/** A collection may have several indexes over the same fields if they differ in one of these options or in the collation. */
const IDENTIFYING = ['unique', 'sparse', 'partialFilterExpression'];

function isSameKind(a: Document, b: Document): boolean {
  const same = sameKey(a.key as Document, b.key as Document) && isSameCollation(a.collation, b.collation);
  return same && agree(a, b, IDENTIFYING);
}

function agree(a: Document, b: Document, options: readonly string[]): boolean {
  return options.every((name) => equal(a[name] ?? null, b[name] ?? null));
}

/**
 * True when the index exists already. Throws MongoDB's errors for a conflicting index: IndexKeySpecsConflict (86) if an
 * existing index has the same name but other fields or another kind, IndexOptionsConflict (85) if the same index has
 * another name or expiry.
 */
export function isBuilt(collection: Collection, spec: Document): boolean {
  const primary = collection.indexes.find(({ name }) => name === PRIMARY_NAME);
  if (primary && sameKey(primary.key, spec.key as Document)) return true;
  const byName = collection.indexes.find(({ name }) => name === spec.name);
  const twin = byName ?? collection.indexes.find((index) => isSameKind(index.spec, spec));
  if (!twin) return false;
  const both = `Requested index: ${show(spec)}, existing index: ${show(twin.spec)}`;
  if (byName && !isSameKind(byName.spec, spec)) {
    const rule =
      'An existing index has the same name as the requested index. When index names are not specified, they are auto generated and can cause conflicts. Please refer to our documentation.';
    throw mongoError(86, 'IndexKeySpecsConflict', `${rule} ${both}`);
  }
  const same = agree(twin.spec, spec, ['expireAfterSeconds']);
  if (same && byName) return true;
  if (same) throw mongoError(85, 'IndexOptionsConflict', `Index already exists with a different name: ${twin.name}`);
  const how = byName ? 'the same name but different options' : 'a different name and options';
  throw mongoError(85, 'IndexOptionsConflict', `An equivalent index already exists with ${how}. ${both}`);
}
