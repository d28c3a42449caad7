import { compileExpression, type DocumentEvaluate } from '../../expression/compile';
import { compileMatch } from '../../match/compile';
import { compileProjection, compileUnset } from '../../project/compile';
import { failedToParse, located, missingField, unknownField } from '../../values/errors';
import { show } from '../../values/show';
import { type Document, isObject, typeName } from '../../values/types';
import type { StageCompiler, Stages } from '../environment';
import { filtered, mapped } from '../streams';
import { redact } from './redact';
import { assigned, settersOf } from './setters';

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

const addFields: StageCompiler = (argument, { environment }, name) => {
  if (!isObject(argument)) {
    throw located(40272, `${name} specification stage must be an object, got ${typeName(argument)}`);
  }
  if (Object.keys(argument).length === 0) {
    throw located(40177, `Invalid ${name} :: caused by :: specification must have at least one field`);
  }
  const setters = settersOf(argument, environment);
  return (documents) =>
    mapped(documents, (document) => setters.reduce((changed, set) => assigned(changed, set, document), document));
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
  if (unknown !== undefined) throw unknownField(`$replaceRoot.${unknown}`);
  if (!('newRoot' in argument)) throw missingField('$replaceRoot.newRoot');
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

/** The stages that process one document at a time, and `$documents`, which ignores its input and creates documents. */
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
