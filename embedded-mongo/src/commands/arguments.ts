import { letVariables } from '../expression/compile';
import { missingField, mongoError, unknownField, wrongType } from '../values/errors';
import { toNumber } from '../values/numbers';
import { type Document, isNumber, isObject, typeName } from '../values/types';
import type { Invocation } from './context';

/** An optional document argument. Throws TypeMismatch. */
export function documentArgument(command: Document, field: string): Document | undefined {
  const value = command[field];
  if (value === undefined || value === null) return undefined;
  if (!isObject(value)) throw wrongType(field, value, 'object');
  return value;
}

/** As {@link documentArgument}; an empty document if it is missing. */
export function queryArgument(command: Document, field: string): Document {
  return documentArgument(command, field) ?? {};
}

/** A required list of documents. Throws TypeMismatch, or code 40414 if it is missing. */
export function documentsArgument(command: Document, field: string): Document[] {
  const value = command[field];
  if (value === undefined) {
    throw missingField(field);
  }
  if (!Array.isArray(value)) throw wrongType(field, value, 'array');
  return value.map((item) => {
    if (!isObject(item)) throw wrongType(`${field}.0`, item, 'object');
    return item;
  });
}

/** An optional number, truncated to an integer; undefined if it is missing. Throws TypeMismatch. */
export function numberArgument(command: Document, field: string): number | undefined {
  const value = command[field];
  if (value === undefined || value === null) return undefined;
  if (!isNumber(value)) throw wrongType(field, value, 'number');
  return Math.trunc(toNumber(value));
}

/** An optional integer of at least 0. Throws TypeMismatch or code 51024. */
export function optionalCount(command: Document, field: string): number | undefined {
  const value = numberArgument(command, field);
  if (value !== undefined && value < 0) {
    throw mongoError(51024, 'Location51024', `BSON field '${field}' value must be >= 0, actual value '${value}'`);
  }
  return value;
}

/** As {@link optionalCount}; 0 if it is missing. */
export function countArgument(command: Document, field: string): number {
  return optionalCount(command, field) ?? 0;
}

/** Validates the name of a collection. Throws InvalidNamespace. */
export function collectionName(database: string, name: unknown): string {
  if (typeof name !== 'string') {
    throw mongoError(73, 'InvalidNamespace', `collection name has invalid type ${typeName(name)}`);
  }
  const nowhere = database === '' || Buffer.byteLength(database) > 63;
  const invalid = nowhere || name === '' || name.includes('\0') || name.includes('$') || name.startsWith('.');
  if (invalid || /[/\\. "$\0]/.test(database) || Buffer.byteLength(`${database}.${name}`) > 255) {
    throw mongoError(73, 'InvalidNamespace', `Invalid namespace specified '${database}.${name}'`);
  }
  return name;
}

/** The collection a command is about: the value of its first field. */
export function targetOf({ command, database }: Invocation): string {
  const [field = ''] = Object.keys(command);
  return collectionName(database, command[field]);
}

/** The arguments every command of the wire protocol may carry. */
export const COMMON_FIELDS = new Set([
  '$db',
  '$readPreference',
  '$clusterTime',
  'lsid',
  'txnNumber',
  'autocommit',
  'startTransaction',
  'comment',
  'maxTimeMS',
  'readConcern',
  'writeConcern',
  'apiVersion',
  'apiStrict',
  'apiDeprecationErrors',
  'rawData',
]);

/** Refuses unknown fields, so that no option is silently ignored. Throws code 40415. */
export function checkFields(command: Document, where: string, known: ReadonlySet<string>): void {
  for (const field of Object.keys(command)) {
    if (!known.has(field)) throw unknownField(`${where}.${field}`);
  }
}

/** The values of a command's `let`; undefined without one. */
export function variablesOf(command: Document): Document | undefined {
  const definitions = documentArgument(command, 'let');
  return definitions && letVariables({ let: definitions });
}
