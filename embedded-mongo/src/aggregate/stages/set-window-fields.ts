import { compileExpression } from '../../expression/compile';
import { own } from '../../values/clone';
import { failedToParse, located } from '../../values/errors';
import { MEMORY_LIMIT, meter } from '../../values/memory';
import { sorter } from '../../values/sort';
import { type Document, isObject, typeName } from '../../values/types';
import type { PipelineEnvironment, StageCompiler } from '../environment';
import { checkSpecification } from '../specification';
import { windowFunction } from '../windows/functions';
import { partitioned } from '../windows/partition';
import { assigned, valueSetter } from './setters';

const FIELDS = { partitionBy: {}, sortBy: { types: ['object'] }, output: { types: ['object'], required: true } };
const MEMORY_RULE = `Exceeded memory limit in $setWindowFields, max allowed is ${MEMORY_LIMIT}`;

function checkPaths(paths: readonly string[]): void {
  const conflicts = paths.some((path) => paths.some((other) => other.startsWith(`${path}.`)));
  if (conflicts) throw located(6307900, "$setWindowFields 'output' specification contains two conflicting paths");
}

/** The sort order of a stage; undefined if it has none. Throws the errors of an invalid sort. */
function sortOf(sortBy: unknown, { collation }: PipelineEnvironment): Document | undefined {
  if (!isObject(sortBy)) return undefined;
  sorter(sortBy, collation);
  return sortBy;
}

/** `$setWindowFields`: adds to each document the results of functions over the documents around it. */
export const setWindowFields: StageCompiler = (argument, { environment }) => {
  if (!isObject(argument)) {
    throw failedToParse(`the $setWindowFields stage specification must be an object, found ${typeName(argument)}`);
  }
  checkSpecification('$setWindowFields', argument, FIELDS);
  const [partitionKey, output] = [own(argument, 'partitionBy'), own(argument, 'output')];
  const partitionBy = partitionKey === undefined ? undefined : compileExpression(partitionKey, environment);
  const sortBy = sortOf(own(argument, 'sortBy'), environment);
  const given = isObject(output) ? output : {};
  const paths = Object.keys(given);
  checkPaths(paths);
  const fields = paths.map((path) => ({
    set: valueSetter(path),
    prepare: windowFunction(path, own(given, path), { sortBy, environment }),
  }));
  return function* (documents) {
    const held = meter(() => located(5414201, MEMORY_RULE));
    for (const partition of partitioned(documents, { partitionBy, sortBy }, { environment, held })) {
      const workers = fields.map(({ set, prepare }) => ({ set, answers: prepare(partition) }));
      for (const [at, document] of partition.documents.entries()) {
        yield workers.reduce((changed, { set, answers }) => assigned(changed, set, answers(at)), document);
      }
    }
  };
};
