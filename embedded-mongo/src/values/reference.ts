import { DBRef } from 'bson';
import { own, put } from './clone';

/**
 * Turns DBRef objects, which bson makes of `{ $ref, $id }`, back into plain documents as they are stored. Changes the
 * given document. Needed only if the bytes contain `$ref`.
 */
export function expandReferences(value: unknown): unknown {
  if (value instanceof DBRef) {
    const plain: Record<string, unknown> = { $ref: value.collection, $id: expandReferences(value.oid) };
    if (value.db !== undefined) plain.$db = value.db;
    for (const key of Object.keys(value.fields)) put(plain, key, expandReferences(own(value.fields, key)));
    return plain;
  }
  if (Array.isArray(value)) return value.map(expandReferences);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  for (const key of Object.keys(value)) {
    const member = own(value, key);
    const plain = expandReferences(member);
    if (plain !== member) put(value as Record<string, unknown>, key, plain);
  }
  return value;
}
