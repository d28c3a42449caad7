import { member, own } from '../values/clone';
import { missingField, unknownField, wrongType } from '../values/errors';
import { type Document, typeName } from '../values/types';

/** The rule for a field of a stage's specification: the names of its allowed BSON types (all if not given). */
export type FieldRule = { types?: readonly string[]; required?: boolean };

/** MongoDB's names for the numeric types. */
export const NUMBER_TYPES = ['long', 'int', 'decimal', 'double'];

/**
 * Checks the fields of a specification against their rules.
 * @throws 40415 for an unknown field, 14 for a field of another type, 40414 for a missing field.
 */
export function checkSpecification(path: string, given: Document, rules: Readonly<Record<string, FieldRule>>): void {
  for (const key of Object.keys(given)) {
    const rule = member(rules, key);
    if (!rule) throw unknownField(`${path}.${key}`);
    const value = own(given, key);
    if (rule.types && !rule.types.includes(typeName(value))) {
      throw wrongType(`${path}.${key}`, value, ...rule.types);
    }
  }
  for (const [key, { required }] of Object.entries(rules)) {
    if (required && !Object.hasOwn(given, key)) throw missingField(`${path}.${key}`);
  }
}

/** The strings of an optional list; empty if there is no list. Throws TypeMismatch for an element of another type. */
export function textsAt(path: string, list: unknown): string[] {
  const elements: unknown[] = Array.isArray(list) ? list : [];
  return elements.map((element, index) => {
    if (typeof element !== 'string') throw wrongType(`${path}.${index}`, element, 'string');
    return element;
  });
}
