import { Long } from 'bson';
import { own, put, shallow } from '../../values/clone';
import { located, memoryExceeded } from '../../values/errors';
import { gathered, MEMORY_LIMIT, meter, sizeOf } from '../../values/memory';
import { toNumber } from '../../values/numbers';
import { pathParts, plainPath } from '../../values/paths';
import { show } from '../../values/show';
import { sortDocuments, sorter } from '../../values/sort';
import { type Document, isNumber, isObject, typeName } from '../../values/types';
import type { StageCompiler, Stages } from '../environment';
import { firstOf, flattened, without } from '../streams';

const sort: StageCompiler = (argument, { environment: { collation }, wanted }) => {
  if (!isObject(argument)) throw located(15973, 'the $sort key specification must be an object');
  if (Object.keys(argument).length === 0) throw located(15976, '$sort stage must have at least one sort key');
  sorter(argument, collation);
  return function* (documents) {
    yield* sortDocuments(documents, argument, { collation, limit: wanted, size: sizeOf });
  };
};

function countOf(argument: unknown, name: string): number {
  if (!isNumber(argument))
    throw located(15957, `invalid argument to ${name} stage: Expected a number in: ${name}: ${show(argument)}`);
  const count = toNumber(argument);
  if (!Number.isInteger(count)) {
    throw located(2107201, `invalid argument to ${name} stage: Expected an integer: ${name}: ${show(argument)}`);
  }
  return count;
}

const limit: StageCompiler = (argument, _context, name) => {
  const count = countOf(argument, name);
  if (count <= 0) throw located(15958, 'the limit must be positive');
  return (documents) => firstOf(documents, count);
};

const skip: StageCompiler = (argument, _context, name) => {
  const count = countOf(argument, name);
  if (count < 0)
    throw located(5107200, `invalid argument to $skip stage: Expected a non-negative number in: $skip: ${count}`);
  return (documents) => without(documents, count);
};

const count: StageCompiler = (argument) => {
  if (typeof argument !== 'string') throw located(40156, 'the count field must be a non-empty string');
  if (argument === '') throw located(40157, 'the count field must be a non-empty string');
  if (argument.startsWith('$')) throw located(40158, 'the count field cannot be a $-prefixed path');
  if (argument.includes('.')) throw located(40160, "the count field cannot contain '.'");
  return function* (documents) {
    let n = 0;
    for (const _document of documents) n++;
    if (n > 0) yield { [argument]: n };
  };
};

interface Unwind {
  parts: string[];
  keepsEmpty: boolean;
  indexField: string[] | undefined;
}

function parseUnwind(argument: unknown): Unwind {
  const options: Document = typeof argument === 'string' ? { path: argument } : isObject(argument) ? argument : {};
  if (typeof argument !== 'string' && !isObject(argument)) {
    throw located(
      15981,
      `expected either a string or an object as specification for $unwind stage, got ${typeName(argument)}`,
    );
  }
  for (const key of Object.keys(options)) {
    if (!['path', 'preserveNullAndEmptyArrays', 'includeArrayIndex'].includes(key)) {
      throw located(28811, `unrecognized option to $unwind stage: ${key}`);
    }
  }
  const { path, includeArrayIndex: index } = options;
  if (path === undefined) throw located(28812, 'no path specified to $unwind stage');
  if (typeof path !== 'string')
    throw located(28808, `expected a string as the path for $unwind stage, got ${typeName(path)}`);
  if (!path.startsWith('$'))
    throw located(28818, `path option to $unwind stage should be prefixed with a '$': ${path}`);
  if (index !== undefined && (typeof index !== 'string' || index === '' || index.startsWith('$'))) {
    throw located(28822, `includeArrayIndex option to $unwind stage should not be prefixed with a '$': ${show(index)}`);
  }
  return {
    parts: pathParts(path.slice(1)),
    keepsEmpty: options.preserveNullAndEmptyArrays === true,
    indexField: typeof index === 'string' ? pathParts(index) : undefined,
  };
}

/**
 * A copy of the document with the value at the path; undefined removes the field. Anything on the path that is not a
 * document is replaced by one.
 */
export function setPlain(document: Document, parts: readonly string[], value: unknown): Document {
  const [part = '', ...rest] = parts;
  const copy = shallow(document);
  const below = own(copy, part);
  const next = rest.length === 0 ? value : setPlain(isObject(below) ? below : {}, rest, value);
  if (next === undefined) delete copy[part];
  else put(copy, part, next);
  return copy;
}

function unwound(document: Document, { parts, keepsEmpty, indexField }: Unwind): Document[] {
  const numbered = (result: Document, index: Long | null) =>
    indexField ? setPlain(result, indexField, index) : result;
  const value = plainPath(document, parts);
  if (Array.isArray(value) && value.length > 0) {
    return value.map((element, index) => numbered(setPlain(document, parts, element), Long.fromNumber(index)));
  }
  const empty = value === undefined || value === null || Array.isArray(value);
  if (!empty) return [numbered(document, null)];
  if (!keepsEmpty) return [];
  return [numbered(Array.isArray(value) ? setPlain(document, parts, undefined) : document, null)];
}

const unwind: StageCompiler = (argument) => {
  const options = parseUnwind(argument);
  return (documents) => flattened(documents, (document) => unwound(document, options));
};

const sample: StageCompiler = (argument) => {
  if (!isObject(argument)) throw located(28745, 'the $sample stage specification must be an object');
  if (!('size' in argument)) throw located(28749, '$sample stage must specify a size');
  if (!isNumber(argument.size)) throw located(28746, 'size argument to $sample must be a number');
  const size = toNumber(argument.size);
  if (size <= 0) throw located(28747, 'size argument to $sample must be a positive integer');
  return function* (documents) {
    const { hold } = meter(() => memoryExceeded('$sample would hold more than its limit of memory'));
    const chosen: Document[] = [];
    let met = 0;
    for (const document of documents) {
      met++;
      // Reservoir sampling: each document is chosen with the same probability, however many follow.
      const place = met <= size ? chosen.length : Math.floor(Math.random() * met);
      if (place >= size) continue;
      if (place === chosen.length) hold(sizeOf(document));
      chosen[place] = document;
    }
    yield* shuffled(chosen);
  };
};

function shuffled(items: Document[]): Document[] {
  for (let at = items.length - 1; at > 0; at--) {
    const other = Math.floor(Math.random() * (at + 1));
    const [a, b] = [items[at], items[other]];
    if (a && b) [items[at], items[other]] = [b, a];
  }
  return items;
}

const facet: StageCompiler = (argument, { nested, environment }) => {
  if (!isObject(argument))
    throw located(40169, `the $facet specification must be a non-empty object, but found: ${show(argument)}`);
  const names = Object.keys(argument);
  if (names.length === 0) throw located(40169, 'the $facet specification must be a non-empty object');
  const pipelines = names.map((name) => {
    const pipeline = own(argument, name);
    if (!Array.isArray(pipeline))
      throw located(40170, `arguments to $facet must be arrays, ${name} is type ${typeName(pipeline)}`);
    for (const stage of pipeline) {
      const inner = isObject(stage) ? (Object.keys(stage)[0] ?? '') : '';
      if (FORBIDDEN.has(inner)) throw located(40600, `${inner} is not allowed to be used within a $facet stage`);
    }
    return { name, run: nested(pipeline, environment) };
  });
  return function* (documents) {
    const input = gathered(
      documents,
      meter(() => memoryExceeded('Exceeded memory limit for the input of $facet')),
    );
    const result: Document = {};
    const tooLarge = () =>
      located(4031700, `document constructed by $facet exceeds the limit of ${MEMORY_LIMIT} bytes`);
    const output = meter(tooLarge);
    for (const { name, run } of pipelines) put(result, name, gathered(run(input), output));
    yield result;
  };
};

const FORBIDDEN = new Set(['$facet', '$out', '$merge', '$collStats', '$indexStats', '$geoNear']);

/** The stages about the order and number of documents. */
export const SEQUENCE_STAGES: Stages = {
  $sort: sort,
  $limit: limit,
  $skip: skip,
  $count: count,
  $unwind: unwind,
  $sample: sample,
  $facet: facet,
};
