import { compileExpression, letVariables } from '../../expression/compile';
import { identity } from '../../expression/operators/sets';
import { resolvePath } from '../../expression/scope';
import { own, put } from '../../values/clone';
import { failedToParse, located } from '../../values/errors';
import { gathered, MEMORY_LIMIT, meter, sizeOf } from '../../values/memory';
import { toNumber } from '../../values/numbers';
import { pathParts } from '../../values/paths';
import { show } from '../../values/show';
import { type Document, isNumber, isObject, isRegex } from '../../values/types';
import type { PipelineEnvironment, Source, Stage, StageCompiler, Stages } from '../environment';
import { filtered, mapped } from '../streams';
import { setPlain } from './sequence';

const MAX_CACHE_BYTES = 10_000_000;

/** Reads `from`: a collection's name, or `{ db, coll }`. */
function sourceOf(from: unknown, name: string): Source {
  if (typeof from === 'string') return { collection: from };
  if (isObject(from) && typeof from.coll === 'string') {
    return { collection: from.coll, db: typeof from.db === 'string' ? from.db : undefined };
  }
  throw failedToParse(`${name} argument 'from' must be a string, but found: ${show(from)}`);
}

function refuseUnknown(argument: Document, known: readonly string[], name: string): void {
  for (const key of Object.keys(argument)) {
    if (!known.includes(key)) throw failedToParse(`unknown argument to ${name}: ${key}`);
  }
}

/** The query for foreign documents whose field equals the local value, or one of its elements if it is an array. */
function joinQuery(foreignField: string, local: unknown): Document {
  const values: unknown[] = Array.isArray(local) ? local : [local ?? null];
  if (!Array.isArray(local) && !isRegex(local)) return { [foreignField]: { $eq: local ?? null } };
  // A regular expression is compared as a value here, while $in would use it as a pattern.
  if (values.some(isRegex)) return { $or: values.map((value) => ({ [foreignField]: { $eq: value } })) };
  return { [foreignField]: { $in: values } };
}

interface Lookup {
  from: Source | undefined;
  localField: readonly string[] | undefined;
  foreignField: string;
  as: string[];
  definitions: Document;
  pipeline: unknown[];
}

function text(argument: Document, key: string): string | undefined {
  const value = argument[key];
  if (value === undefined || typeof value === 'string') return value;
  throw failedToParse(`$lookup argument '${key}: ${show(value)}' must be a string`);
}

function parseLookup(argument: unknown): Lookup {
  if (!isObject(argument)) throw failedToParse('the $lookup stage specification must be an Object');
  refuseUnknown(argument, ['from', 'localField', 'foreignField', 'as', 'let', 'pipeline'], '$lookup');
  const localField = text(argument, 'localField');
  const foreignField = text(argument, 'foreignField');
  const as = text(argument, 'as');
  if (as === undefined) throw failedToParse("must specify 'as' field for a $lookup");
  if ((localField === undefined) !== (foreignField === undefined)) {
    throw failedToParse('$lookup requires both or neither of localField and foreignField to be specified');
  }
  const { pipeline, let: definitions } = argument;
  if (pipeline === undefined && localField === undefined) {
    throw failedToParse("$lookup requires either 'pipeline' or both 'localField' and 'foreignField' to be specified");
  }
  if (pipeline !== undefined && !Array.isArray(pipeline)) {
    throw failedToParse("'pipeline' option must be specified as an array");
  }
  if (definitions !== undefined && !isObject(definitions))
    throw failedToParse('$lookup argument let must be an object');
  const ownDocuments = isObject(pipeline?.[0]) && '$documents' in pipeline[0];
  if (argument.from === undefined && !ownDocuments) {
    throw failedToParse("missing 'from' option to $lookup stage specification");
  }
  return {
    from: argument.from === undefined ? undefined : sourceOf(argument.from, '$lookup'),
    localField: localField === undefined ? undefined : pathParts(localField),
    foreignField: foreignField ?? '',
    as: pathParts(as),
    definitions: definitions ?? {},
    pipeline: pipeline ?? [],
  };
}

const lookup: StageCompiler = (argument, { environment, nested }) => {
  const { from, localField, foreignField, as, definitions, pipeline } = parseLookup(argument);
  const names = Object.keys(definitions);
  const variables = names.map((name) => ({ name, evaluate: compileExpression(own(definitions, name), environment) }));
  const outer = letVariables(environment);
  // The pipeline is compiled here once, so that its errors are reported even if nothing is joined.
  const placeholders = Object.fromEntries(names.map((name) => [name, null]));
  const inner = (values: Document): PipelineEnvironment => ({
    ...environment,
    let: undefined,
    variables: { ...outer, ...values },
  });
  const plain = nested(pipeline, inner(placeholders));
  const tooMuch = () =>
    located(
      4568,
      `Total size of documents in ${from?.collection} matching pipeline's $lookup stage exceeds ${MEMORY_LIMIT} bytes`,
    );
  const found = (document: Document): Document[] => {
    const values: Document = {};
    for (const { name, evaluate } of variables) put(values, name, evaluate(document) ?? null);
    const query = localField ? joinQuery(foreignField, resolvePath(document, localField)) : {};
    const foreign = from ? environment.read(from, query, { ...outer, ...values }) : [];
    const run = names.length > 0 && pipeline.length > 0 ? nested(pipeline, inner(values)) : plain;
    return gathered(run(foreign), meter(tooMuch));
  };
  return function* (documents) {
    const known = new Map<string, Document[]>();
    let held = 0;
    for (const document of documents) {
      if (names.length > 0) {
        yield setPlain(document, as, found(document));
        continue;
      }
      const key = identity(localField ? resolvePath(document, localField) : null);
      const result = known.get(key) ?? found(document);
      if (!known.has(key)) {
        held += key.length + sizeOf(result);
        // Results are cached for documents with the same local value, up to a limit.
        if (held <= MAX_CACHE_BYTES) known.set(key, result);
      }
      yield setPlain(document, as, result);
    }
  };
};

const unionWith: StageCompiler = (argument, { environment, nested }) => {
  const options: Document = typeof argument === 'string' ? { coll: argument } : isObject(argument) ? argument : {};
  refuseUnknown(options, ['coll', 'db', 'pipeline'], '$unionWith');
  if (options.coll === undefined && options.pipeline === undefined) {
    throw failedToParse(
      '$unionWith stage without explicit collection must have a pipeline with $documents as first stage',
    );
  }
  const run: Stage = nested(options.pipeline ?? [], environment);
  const from = options.coll === undefined ? undefined : sourceOf(options.coll, '$unionWith');
  return function* (documents) {
    yield* documents;
    yield* run(from ? environment.read(from, {}, letVariables(environment)) : []);
  };
};

interface Visit {
  document: Document;
  depth: number;
}

const graphLookup: StageCompiler = (argument, { environment }) => {
  if (!isObject(argument)) throw failedToParse('the $graphLookup stage specification must be an object');
  refuseUnknown(
    argument,
    [
      'from',
      'startWith',
      'connectFromField',
      'connectToField',
      'as',
      'maxDepth',
      'depthField',
      'restrictSearchWithMatch',
    ],
    '$graphLookup',
  );
  const { connectFromField, connectToField, as, maxDepth, depthField, restrictSearchWithMatch: restriction } = argument;
  if (typeof connectFromField !== 'string' || typeof connectToField !== 'string' || typeof as !== 'string') {
    throw located(
      40105,
      "$graphLookup requires 'from', 'as', 'startWith', 'connectFromField', and 'connectToField' to be specified.",
    );
  }
  const from = sourceOf(argument.from, '$graphLookup');
  const start = compileExpression(argument.startWith, environment);
  const deepest = isNumber(maxDepth) ? toNumber(maxDepth) : Number.POSITIVE_INFINITY;
  const connect = pathParts(connectFromField);
  const search = (document: Document): Document[] => {
    const visits = new Map<string, Visit>();
    const { hold } = meter(() => located(40099, '$graphLookup reached maximum memory consumption'));
    let frontier: unknown = start(document);
    for (let depth = 0; depth <= deepest; depth++) {
      const base = joinQuery(connectToField, frontier);
      const query = isObject(restriction) ? { $and: [base, restriction] } : base;
      const reached = environment.read(from, query, letVariables(environment));
      const fresh = [...filtered(reached, (next) => !visits.has(identity(next._id)))];
      for (const next of fresh) hold(sizeOf(next));
      if (fresh.length === 0) break;
      for (const next of fresh) visits.set(identity(next._id), { document: next, depth });
      frontier = fresh
        .map((next) => resolvePath(next, connect))
        .filter((value) => value !== undefined)
        .flat();
    }
    return [...visits.values()].map((visit) =>
      typeof depthField === 'string' ? setPlain(visit.document, pathParts(depthField), visit.depth) : visit.document,
    );
  };
  return (documents) => mapped(documents, (document) => setPlain(document, pathParts(as), search(document)));
};

/** The stages that read other collections. */
export const JOIN_STAGES: Stages = {
  $lookup: lookup,
  $unionWith: unionWith,
  $graphLookup: graphLookup,
};
