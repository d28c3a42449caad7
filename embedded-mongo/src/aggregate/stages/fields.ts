import { compileExpression, type DocumentEvaluate, type ExpressionOptions } from '../../expression/compile';
import { compileMatch } from '../../match/compile';
import { compileProjection, compileUnset } from '../../project/compile';
import { own, put, shallow } from '../../values/clone';
import { failedToParse, located } from '../../values/errors';
import { pathParts } from '../../values/paths';
import { show } from '../../values/show';
import { type Document, isObject, typeName } from '../../values/types';
import type { StageCompiler, Stages } from '../environment';
import { filtered, mapped } from '../streams';
import { redact } from './redact';

const match: StageCompiler = (argument, { environment }) => {
  if (!isObject(argument)) throw located(15959, 'the match filter must be an expression in an object');
  const matches = compileMatch(argument, environment);
  return (documents) => filtered(documents, (document) => matches(document));
};

const project: StageCompiler = (argument, { environment }) => {
  if (!isObject(argument)) throw located(15969, '$project specification must be an object');
  if (Object.keys(argument).length === 0) {
    throw located(51272, 'Invalid $project :: caused by :: projection specification must have at least one field');
  }
  const projector = compileProjection(argument, { ...environment, stage: true });
  return (documents) => mapped(documents, projector);
};

/** Sets what a path leads to, in every document of the arrays on the way, in a copy. */
type Setter = (container: unknown, root: unknown) => unknown;

function copyOf(container: unknown): Document {
  return isObject(container) ? shallow(container) : {};
}

function throughArrays(change: Setter): Setter {
  const setter: Setter = (container, root) =>
    Array.isArray(container) ? container.map((element) => setter(element, root)) : change(container, root);
  return setter;
}

function setAt(parts: readonly string[], leaf: Setter): Setter {
  const [part = '', ...rest] = parts;
  const below = rest.length > 0 ? setAt(rest, leaf) : leaf;
  return throughArrays((container, root) => {
    const copy = copyOf(container);
    const value = below(own(copy, part), root);
    if (value === undefined) delete copy[part];
    else put(copy, part, value);
    return copy;
  });
}

function leafOf(value: unknown, options: ExpressionOptions): Setter {
  const keys = isObject(value) ? Object.keys(value) : [];
  if (isObject(value) && keys.length > 0 && !keys[0]?.startsWith('$')) {
    const setters = settersOf(value, options);
    return throughArrays((container, root) => setters.reduce((result, set) => set(result, root), container));
  }
  const evaluate = compileExpression(value, options);
  return (_container, root) => evaluate(root);
}

function settersOf(fields: Document, options: ExpressionOptions): Setter[] {
  return Object.keys(fields).map((path) => {
    if (path === '' || path.split('.').includes('')) {
      throw located(40352, 'FieldPath cannot be constructed with empty string');
    }
    if (path.startsWith('$')) throw located(16410, "FieldPath field names may not start with '$'.");
    return setAt(pathParts(path), leafOf(own(fields, path), options));
  });
}

const addFields: StageCompiler = (argument, { environment }, name) => {
  if (!isObject(argument)) {
    throw located(40272, `${name} specification stage must be an object, got ${typeName(argument)}`);
  }
  if (Object.keys(argument).length === 0) {
    throw located(40177, `Invalid ${name} :: caused by :: specification must have at least one field`);
  }
  const setters = settersOf(argument, environment);
  return (documents) =>
    mapped(documents, (document) => {
      const result = setters.reduce<unknown>((changed, set) => set(changed, document), document);
      return isObject(result) ? result : document;
    });
};

const unset: StageCompiler = (argument) => {
  const paths: unknown[] = Array.isArray(argument) ? argument : [argument];
  const names = paths.filter((path) => typeof path === 'string');
  if (names.length === 0 || names.length < paths.length) {
    throw located(31120, '$unset specification must be a string or an array of strings');
  }
  return (documents) => mapped(documents, compileUnset(names));
};

function replacing(evaluate: DocumentEvaluate): (document: Document) => Document {
  return (document) => {
    const value = evaluate(document);
    if (isObject(value)) return value;
    const type = value === undefined ? 'missing' : typeName(value);
    throw located(
      40228,
      `'newRoot' expression must evaluate to an object, but resulting value was: ${value === undefined ? 'MISSING' : show(value)}. Type of resulting value: '${type}'.`,
    );
  };
}

const replaceRoot: StageCompiler = (argument, { environment }) => {
  if (!isObject(argument))
    throw located(40229, `expected an object as specification for $replaceRoot stage, got ${typeName(argument)}`);
  const unknown = Object.keys(argument).find((key) => key !== 'newRoot');
  if (unknown !== undefined) throw located(40415, `BSON field '$replaceRoot.${unknown}' is an unknown field.`);
  if (!('newRoot' in argument))
    throw located(40414, "BSON field '$replaceRoot.newRoot' is missing but a required field");
  const replace = replacing(compileExpression(argument.newRoot, environment));
  return (documents) => mapped(documents, replace);
};

const replaceWith: StageCompiler = (argument, { environment }) => {
  const replace = replacing(compileExpression(argument, environment));
  return (documents) => mapped(documents, replace);
};

const documentsStage: StageCompiler = (argument, { environment }) => {
  const evaluate = compileExpression(argument, environment);
  return () => {
    const values = evaluate({});
    if (!Array.isArray(values)) throw failedToParse('$documents must be an array of objects');
    return values.map((value: unknown) => {
      if (isObject(value)) return value;
      throw failedToParse('$documents must be an array of objects');
    });
  };
};

/** The stages that look at one document at a time. */
export const FIELD_STAGES: Stages = {
  $match: match,
  $project: project,
  $addFields: addFields,
  $set: addFields,
  $unset: unset,
  $replaceRoot: replaceRoot,
  $replaceWith: replaceWith,
  $redact: redact,
  $documents: documentsStage,
};
