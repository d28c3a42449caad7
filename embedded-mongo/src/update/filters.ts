import { compileMatch } from '../match/compile';
import { own } from '../values/clone';
import { badValue, failedToParse } from '../values/errors';
import { type Document, isObject } from '../values/types';

function topFields(query: Document, found: Set<string>): Set<string> {
  for (const key of Object.keys(query)) {
    const value = own(query, key);
    if (Array.isArray(value) && (key === '$and' || key === '$or' || key === '$nor')) {
      for (const clause of value) if (isObject(clause)) topFields(clause, found);
    } else {
      found.add(key.split('.')[0] ?? '');
    }
  }
  return found;
}

function identifierOf(filter: Document): string {
  const [identifier, other] = topFields(filter, new Set());
  if (identifier === undefined) {
    throw failedToParse('Cannot use an expression without a top-level field name in arrayFilters');
  }
  if (other !== undefined) {
    throw failedToParse(
      `Error parsing array filter :: caused by :: Expected a single top-level field name, found '${identifier}' and '${other}'`,
    );
  }
  if (!/^[a-z][a-zA-Z0-9]*$/.test(identifier)) {
    throw badValue(
      `Error parsing array filter :: caused by :: The top-level field name must be an alphanumeric string beginning with a lowercase letter, found '${identifier}'`,
    );
  }
  return identifier;
}

/** Compiles an update's `arrayFilters` to tests of elements by identifier. */
export function compileFilters(filters: unknown, collation: Document | undefined) {
  const tests = new Map<string, (element: unknown) => boolean>();
  if (filters === undefined) return tests;
  if (!Array.isArray(filters)) throw failedToParse("BSON field 'arrayFilters' must be an array");
  for (const filter of filters) {
    if (!isObject(filter)) throw failedToParse('Each array filter must be an object');
    const identifier = identifierOf(filter);
    if (tests.has(identifier)) {
      throw failedToParse(`Found multiple array filters with the same top-level field name ${identifier}`);
    }
    const matches = compileMatch(filter, { collation });
    tests.set(identifier, (element) => matches({ [identifier]: element }));
  }
  return tests;
}
