import { UUID } from 'bson';
import { compileMatch } from '../match/compile';
import type { Collection } from '../storage/collection';
import { fullCollation } from '../values/collation';
import { type Document, isObject } from '../values/types';
import { encode } from '../wire/bson';
import { documentArgument, optionalCount } from './arguments';
import type { Answer, Invocation } from './context';
import { listSource } from './cursors';

/** A stable UUID made of the collection's number; no other collection of the file ever gets that number. */
function uuidOf({ id }: Collection): UUID {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt32BE(id, 12);
  bytes.writeUInt8(0x40, 6);
  bytes.writeUInt8(0x80, 8);
  return new UUID(bytes);
}

function described(collection: Collection): Document {
  const { name, options } = collection;
  if (options.viewOn !== undefined) return { name, type: 'view', options, info: { readOnly: true } };
  const { collation, timeseries } = options;
  const shown = isObject(collation) ? { ...options, collation: fullCollation(collation) } : options;
  const info = { readOnly: false, uuid: uuidOf(collection) };
  if (timeseries !== undefined) return { name, type: 'timeseries', options: shown, info };
  return {
    name,
    type: 'collection',
    options: shown,
    info,
    idIndex: { v: 2, key: { _id: 1 }, name: '_id_' },
  };
}

/** `listCollections`: the collections and views of a database. */
export function listCollections({ command, database, engine }: Invocation): Answer {
  const filter = documentArgument(command, 'filter');
  const matches = filter ? compileMatch(filter) : () => true;
  const found = engine.store.catalog
    .collections(database)
    .map(described)
    .filter((each) => matches(each));
  const shown = command.nameOnly ? found.map(({ name, type }) => ({ name, type })) : found;
  const batchSize = optionalCount(documentArgument(command, 'cursor') ?? {}, 'batchSize');
  return engine.cursors.first(
    { namespace: `${database}.$cmd.listCollections`, source: listSource(shown.map(encode)) },
    { batchSize },
  );
}
