import { isNullish } from '../../expression/arguments';
import { identityUnder } from '../../expression/operators/sets';
import { resolvePath } from '../../expression/scope';
import { own, put } from '../../values/clone';
import { compare } from '../../values/compare';
import { failedToParse, located } from '../../values/errors';
import { MEMORY_LIMIT, meter, sizeOf } from '../../values/memory';
import { plainPath } from '../../values/paths';
import { sortDocuments } from '../../values/sort';
import { type Document, isObject, typeName } from '../../values/types';
import type { PipelineEnvironment, StageCompiler } from '../environment';
import { checkSpecification, textsAt } from '../specification';
import { type DensifyRange, type DensifyValue, densifyRange } from './densify-range';
import { setPlain } from './sequence';
import { fieldParts } from './setters';

const FIELDS = {
  field: { types: ['string'], required: true },
  partitionByFields: { types: ['array'] },
  range: { types: ['object'], required: true },
};

/** MongoDB's own limit (`internalQueryMaxAllowedDensifyDocs`). */
const MAX_DOCUMENTS = 500_000;

interface Densify {
  field: string;
  parts: string[];
  partitions: string[];
  range: DensifyRange;
}

/** The state of one partition: the fields of its documents, and the next value to be generated. */
type PartitionState = { fields: Document; next: DensifyValue };

function parse(argument: unknown): Densify {
  if (!isObject(argument)) {
    throw failedToParse(`The $densify stage specification must be an object, found ${typeName(argument)}`);
  }
  checkSpecification('$densify', argument, FIELDS);
  const given = own(argument, 'range');
  const range = densifyRange(isObject(given) ? given : {});
  const partitions = textsAt('$densify.partitionByFields', own(argument, 'partitionByFields'));
  for (const partition of partitions) fieldParts(partition);
  const field = String(own(argument, 'field'));
  const parts = fieldParts(field);
  if (partitions.some((partition) => `${field}.`.startsWith(`${partition}.`))) {
    throw located(8993000, "'partitionByFields' must not contain the field that is densified");
  }
  if (range.bounds === 'partition' && partitions.length === 0) {
    const rule = "One cannot specify the bounds as 'partition' without specifying a non-empty array";
    throw located(5733408, `${rule} of partitionByFields. You may have meant to specify 'full' bounds.`);
  }
  return { field, parts, partitions, range };
}

/** The states of all partitions, by their fields. */
function partitionStates({ partitions, range: { bounds } }: Densify, { collation }: PipelineEnvironment) {
  const identity = identityUnder(collation);
  const { hold } = meter(() => located(6007200, `$densify exceeded memory limit of ${MEMORY_LIMIT}`));
  const states = new Map<string, PartitionState>();
  let least: DensifyValue | undefined;
  const open = (fields: Document, key: string, value: DensifyValue): PartitionState => {
    least ??= value;
    const first = bounds === 'full' ? least : bounds === 'partition' ? value : bounds.lower;
    const state = { fields, next: first };
    hold(key.length + sizeOf(state));
    states.set(key, state);
    return state;
  };
  return {
    /** The state of a document's partition; a new partition starts at the lower bound. */
    stateOf(document: Document, value: DensifyValue): PartitionState {
      const fields = partitions.reduce<Document>((found, path) => {
        const own = resolvePath(document, fieldParts(path));
        return own === undefined ? found : setPlain(found, fieldParts(path), own);
      }, {});
      const key = identity(fields);
      return states.get(key) ?? open(fields, key, value);
    },
    /** The states of all partitions. Without partitions, explicit bounds are filled even if there is no document. */
    all(): Iterable<PartitionState> {
      if (states.size === 0 && partitions.length === 0 && typeof bounds === 'object') open({}, '', bounds.lower);
      return states.values();
    },
  };
}

function sortKey({ field, partitions, range: { bounds } }: Densify): Document {
  const key: Document = {};
  if (bounds !== 'full') for (const partition of partitions) put(key, partition, 1);
  put(key, field, 1);
  return key;
}

/** `$densify`: generates documents for missing values, step by step, between existing ones or within bounds. */
export const densify: StageCompiler = (argument, { environment }) => {
  const specification = parse(argument);
  const { parts, range } = specification;
  const { bounds } = range;
  const order = sortKey(specification);
  return function* (documents) {
    let made = 0;
    /** Generates documents of a partition for missing values, as long as `isBefore` holds for the next value. */
    function* missing(state: PartitionState, isBefore: (value: DensifyValue) => boolean): Generator<Document> {
      while (isBefore(state.next)) {
        made++;
        if (made > MAX_DOCUMENTS) {
          const rule = `Generated ${made} documents in $densify, which is over the limit of ${MAX_DOCUMENTS}`;
          const way = "Increase the 'internalQueryMaxAllowedDensifyDocs' parameter to allow more generated documents";
          throw located(5897900, `${rule}. ${way}`);
        }
        yield setPlain(state.fields, parts, state.next);
        state.next = range.next(state.next);
      }
    }
    const isWithin = (value: DensifyValue) => typeof bounds !== 'object' || compare(value, bounds.upper) < 0;
    const states = partitionStates(specification, environment);
    let greatest: DensifyValue | undefined;
    for (const document of sortDocuments(documents, order, { collation: environment.collation, size: sizeOf })) {
      const found = plainPath(document, parts);
      if (!isNullish(found)) {
        const value = range.read(found);
        const state = states.stateOf(document, value);
        greatest = value;
        yield* missing(state, (next) => compare(next, value) < 0 && isWithin(next));
        if (compare(state.next, value) === 0) state.next = range.next(state.next);
      }
      yield document;
    }
    if (bounds === 'partition') return;
    for (const state of states.all()) {
      yield* missing(state, (next) => (bounds === 'full' ? compare(next, greatest) <= 0 : isWithin(next)));
    }
  };
};
