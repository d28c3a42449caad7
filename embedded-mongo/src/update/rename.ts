import { own, put } from '../values/clone';
import { badValue, mongoError } from '../values/errors';
import { pathParts } from '../values/paths';
import { show } from '../values/show';
import { type Document, isObject } from '../values/types';
import { walkPath } from './walk';

/** The error for a `$rename` with an invalid source or target. */
export function renameError(path: string, target: unknown): Error | undefined {
  if (typeof target !== 'string')
    return badValue(`The 'to' field for $rename must be a string: ${path}: ${show(target)}`);
  if (target === path) return badValue(`The source and target field for $rename must differ: ${path}: "${target}"`);
  for (const [role, name] of [
    ['source', path],
    ['destination', target],
  ]) {
    if (name?.includes('$')) return badValue(`The ${role} field for $rename may not be dynamic: ${name}`);
  }
  if (target === '' || target.split('.').includes('')) {
    return mongoError(
      56,
      'EmptyFieldName',
      `The update path '${target}' contains an empty field name, which is not allowed.`,
    );
  }
  return undefined;
}

function renameSource(document: Document, parts: readonly string[], path: string): { value: unknown } | undefined {
  let container: unknown = document;
  for (const [index, part] of parts.entries()) {
    if (Array.isArray(container)) {
      throw badValue(
        `The source field cannot be an array element, '${path}' in doc has an array field called '${parts[index - 1]}'`,
      );
    }
    if (!isObject(container) || !Object.hasOwn(container, part)) return undefined;
    if (index === parts.length - 1) {
      const value = own(container, part);
      delete container[part];
      return { value };
    }
    container = own(container, part);
  }
  return undefined;
}

/** Moves the value at one path of a document to another path; does nothing if there is no value. */
export function rename(document: Document, path: string, target: string): void {
  const parts = pathParts(path);
  const source = renameSource(document, parts, path);
  if (!source) return;
  walkPath(document, {
    parts: pathParts(target),
    creates: true,
    position: undefined,
    filters: new Map(),
    visit({ container, key }) {
      if (Array.isArray(container)) {
        throw badValue(`The destination field cannot be an array element, '${target}' in doc has an array field`);
      }
      delete container[key];
      put(container, key, source.value);
    },
  });
}
