import { ObjectId } from 'bson';
import { type Collection, namespaceOf } from '../storage/collection';
import { type MongoError, mongoError } from '../values/errors';
import { show } from '../values/show';
import type { Document } from '../values/types';
import type { Index } from './definition';
import { indexRows } from './keys';

function showKey(value: unknown): string {
  if (value instanceof ObjectId) return `ObjectId('${value.toHexString()}')`;
  return value instanceof Date ? `new Date(${value.getTime()})` : show(value);
}

function valuesOf(index: Index, document: Document): Document {
  const [row] = indexRows(index, document).rows;
  return Object.fromEntries(
    index.fields.map(({ path }, at) => {
      const value = row?.[at];
      return [path, value === undefined || typeof value === 'symbol' ? null : value];
    }),
  );
}

/** Code 11000, with the fields `keyPattern` and `keyValue` that MongoDB drivers and mongoose read. */
export function duplicateKey(collection: Collection, index: Index, document: Document): MongoError {
  const keyValue = valuesOf(index, document);
  const shown = Object.entries(keyValue).map(([path, value]) => `${path}: ${showKey(value)}`);
  const message = `E11000 duplicate key error collection: ${namespaceOf(collection)} index: ${index.name} dup key: { ${shown.join(', ')} }`;
  return mongoError(11000, 'DuplicateKey', message, { keyPattern: index.key, keyValue });
}
