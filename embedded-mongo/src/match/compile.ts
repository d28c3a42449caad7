import { expressionTest } from '../expression/compile';
import { member, own } from '../values/clone';
import { comparison } from '../values/compare';
import { badValue, mongoError } from '../values/errors';
import { toNumber } from '../values/numbers';
import { lookup, pathParts } from '../values/paths';
import { type Document, isNumber, isObject } from '../values/types';
import type { MatchContext, Matcher, MatchOptions } from './context';
import { compileField, type FieldTest } from './field';
import { compileSchema } from './schema';

const REFUSED: Readonly<Record<string, string>> = {
  $where: '$where is not supported by this server',
};

function clauses(name: string, value: unknown, context: MatchContext): Matcher[] {
  if (!Array.isArray(value)) throw badValue(`${name} must be an array`);
  if (value.length === 0) throw badValue('$and/$or/$nor must be a nonempty array');
  return value.map((clause) => {
    if (!isObject(clause)) throw badValue('$or/$and/$nor entries need to be full objects');
    return context.nested(clause);
  });
}

function compileTop(name: string, value: unknown, context: MatchContext): Matcher | undefined {
  switch (name) {
    case '$and': {
      const all = clauses(name, value, context);
      return (document, position) => all.every((matches) => matches(document, position));
    }
    case '$or': {
      const alternatives = clauses(name, value, context);
      return (document, position) => alternatives.some((matches) => matches(document, position));
    }
    case '$nor': {
      const refused = clauses(name, value, context);
      return (document) => !refused.some((matches) => matches(document));
    }
    case '$expr':
      return expressionTest(value, context.options);
    case '$jsonSchema':
      return compileSchema(value);
    case '$comment':
      return undefined;
    case '$alwaysTrue':
      return undefined;
    case '$sampleRate': {
      const share = isNumber(value) ? toNumber(value) : Number.NaN;
      if (!(share >= 0 && share <= 1)) throw badValue('numeric argument to $sampleRate must be in [0, 1]');
      return () => Math.random() < share;
    }
    case '$alwaysFalse':
      return () => false;
    case '$text':
      throw mongoError(27, 'IndexNotFound', 'text index required for $text query');
  }
  const refused = member(REFUSED, name);
  if (refused) throw badValue(refused);
  throw badValue(
    `unknown top level operator: ${name}. If you have a field name that starts with a '$' symbol, consider using $getField or $setField.`,
  );
}

function onPath(path: string, test: FieldTest): Matcher {
  const parts = pathParts(path);
  if (parts.length > 1) return (document, position) => test(lookup(document, parts), position);
  return (document, position) => test([{ value: own(document, path), index: undefined, whole: false }], position);
}

function compileClauses(query: Document, context: MatchContext): Matcher {
  const tests: Matcher[] = [];
  for (const key of Object.keys(query)) {
    const value = own(query, key);
    const test = key.startsWith('$') ? compileTop(key, value, context) : onPath(key, compileField(value, context));
    if (test) tests.push(test);
  }
  const [only] = tests;
  if (only && tests.length === 1) return only;
  return (document, position) => {
    for (const test of tests) if (!test(document, position)) return false;
    return true;
  };
}

/**
 * Compiles a query to a test of one document, with MongoDB's rules for arrays on the path, types and null.
 * @throws BadValue (2), FailedToParse (9) and others for everything that MongoDB refuses; no operator is ignored.
 */
export function compileMatch(query: Document, options: MatchOptions = {}): Matcher {
  const context: MatchContext = {
    compare: comparison(options.collation),
    options,
    nested: (part) => compileClauses(part, context),
  };
  return compileClauses(query, context);
}
