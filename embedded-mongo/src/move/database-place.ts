import {
  type AnyBulkWriteOperation,
  type Collection,
  type Db,
  MongoBulkWriteError,
  MongoClient,
  type Document as Options,
} from 'mongodb';
import type { Document } from '../values/types';
import { decodeExactly } from './exact-bson';
import {
  type CollectionWriter,
  type Description,
  MoveRefused,
  type Source,
  SYSTEM_DATABASES,
  type Target,
} from './place';

/** The collection with the mark of an unfinished move into its database. */
const MARK = 'store_move';
const READ_BATCH = 500;
const DUPLICATE_KEY = 11_000;

type Mark = {
  _id: string;
  from: string;
  at: Date;
  /** Whether the move writes into databases with other data. */
  merge: boolean;
};

/** The address without its password, for messages and marks. */
function labelOf(uri: string): string {
  // Up to the last `@`, because a password may contain one that is not encoded.
  return uri.replace(/\/\/\S*@/g, '//');
}

async function connected(uri: string): Promise<MongoClient> {
  try {
    return await MongoClient.connect(uri, { serverSelectionTimeoutMS: 5_000 });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new MoveRefused(labelOf(`The database at ${uri} cannot be reached: ${reason}`));
  }
}

function isMovable(name: string): boolean {
  return !name.startsWith('system.') && name !== MARK;
}

function typeOf(type: unknown): Description['type'] {
  return type === 'view' || type === 'timeseries' ? type : 'collection';
}

async function indexesOf(collection: Collection): Promise<Document[]> {
  const indexes = await collection.indexes();
  return indexes.filter(({ name }) => name !== '_id_').map(({ ns, background, ...spec }: Document) => spec);
}

async function describe(db: Db): Promise<Description[]> {
  const listed = await db.listCollections().toArray();
  const descriptions: Description[] = [];
  for (const { name, type, ...rest } of listed) {
    if (!isMovable(name)) continue;
    const options: Document = 'options' in rest ? { ...rest.options } : {};
    const indexes = type === 'collection' ? await indexesOf(db.collection(name)) : [];
    descriptions.push({ name, type: typeOf(type), options, indexes });
  }
  return descriptions;
}

/** A running MongoDB, or embedded store, to read from. Throws MoveRefused if it cannot be reached. */
export async function databaseSource(uri: string): Promise<Source> {
  const client = await connected(uri);
  return {
    label: labelOf(uri),
    async databases() {
      const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true });
      return databases.map(({ name }) => name).filter((name) => !SYSTEM_DATABASES.has(name));
    },
    collections: (database) => describe(client.db(database)),
    count: (database, name) => client.db(database).collection(name).estimatedDocumentCount(),
    async *documents(database, name) {
      const options = { raw: true, batchSize: READ_BATCH, noCursorTimeout: true } as const;
      // With `raw` the MongoDB driver returns the bytes of each document, although its types declare documents.
      const found: AsyncIterable<unknown> = client.db(database).collection(name).find({}, options);
      for await (const bytes of found) if (bytes instanceof Uint8Array) yield Buffer.from(bytes);
    },
    close: () => client.close(),
  };
}

/**
 * The documents whose `_id` is stored already, because an interrupted move has written them. Rethrows the error if it has
 * another reason.
 */
function duplicatesOf(error: unknown, documents: readonly Options[]): Options[] {
  if (!(error instanceof MongoBulkWriteError)) throw error;
  const errors = Array.isArray(error.writeErrors) ? error.writeErrors : [error.writeErrors];
  return errors.map(({ code, index, errmsg }) => {
    const document = documents[index];
    if (code !== DUPLICATE_KEY || !document || !isDuplicateId(errmsg)) throw error;
    return document;
  });
}

function isDuplicateId(message: string | undefined): boolean {
  return message?.includes('index: _id_') === true || message?.includes('{ _id:') === true;
}

/**
 * Operations that replace the stored document with the same `_id`. MongoDB does not accept a document with a field like
 * `$price` as a replacement: the stored document is deleted, and this one inserted.
 */
function replaceOperations(document: Options): AnyBulkWriteOperation[] {
  const filter = { _id: { $eq: document._id } };
  const isReplaceable = !Object.keys(document).some((name) => name.startsWith('$'));
  if (isReplaceable) return [{ replaceOne: { filter, replacement: document } }];
  return [{ deleteOne: { filter } }, { insertOne: { document } }];
}

async function store(collection: Collection, batch: readonly Buffer[]): Promise<void> {
  const documents = batch.map(decodeExactly);
  const unchecked = {
    ordered: false,
    bypassDocumentValidation: true,
    ignoreUndefined: false,
    forceServerObjectId: true,
  };
  try {
    await collection.insertMany(documents, unchecked);
  } catch (error) {
    const there = duplicatesOf(error, documents);
    await collection.bulkWrite(there.flatMap(replaceOperations), { ...unchecked, ordered: true });
  }
}

async function create(db: Db, { name, options }: Description): Promise<void> {
  const [there] = await db.listCollections({ name }).toArray();
  if (!there) await db.createCollection(name, options);
  else if (options.viewOn === undefined && options.validator !== undefined) {
    const { validator, validationLevel, validationAction } = options;
    await db.command({
      collMod: name,
      validator,
      ...(validationLevel === undefined ? {} : { validationLevel }),
      ...(validationAction === undefined ? {} : { validationAction }),
    });
  }
}

/** Removes what an interrupted move has left, because the source may have dropped collections since. */
async function empty(db: Db): Promise<void> {
  const listed = await db.listCollections({}, { nameOnly: true }).toArray();
  for (const { name } of listed) if (isMovable(name)) await db.collection(name).drop();
}

/** The mark of an unfinished move in a database; null without one. */
function markOf(db: Db): Promise<Mark | null> {
  return db.collection<Mark>(MARK).findOne({ _id: 'unfinished' });
}

async function refuseForeign(db: Db, label: string): Promise<void> {
  const mark = await markOf(db);
  if (mark) {
    throw new MoveRefused(
      `The database ${db.databaseName} at ${label} holds an unfinished move from ${mark.from}: finish that one, drop the database, or add --merge.`,
    );
  }
  for (const { name, type } of await describe(db)) {
    if (type === 'view' || (await db.collection(name).findOne()) === null) continue;
    throw new MoveRefused(
      `The database ${db.databaseName} at ${label} already holds data (${name}): give another database, or add --merge to put the moved data beside the data there.`,
    );
  }
}

/** A running MongoDB, or embedded store, to write into. Throws MoveRefused if it cannot be reached. */
export async function databaseTarget(uri: string, label = labelOf(uri)): Promise<Target> {
  const client = await connected(uri);
  return {
    label,
    async begin(databases, from, { merge }) {
      const places: { db: Db; resumed: boolean; beside: boolean }[] = [];
      for (const database of databases) {
        const db = client.db(database);
        const mark = await markOf(db);
        // Only a database's own mark says that its data is of an interrupted move: marks are written before any data.
        const resumed = mark?.from === from;
        const beside = merge || (resumed && mark.merge);
        if (!beside && !resumed) await refuseForeign(db, label);
        places.push({ db, resumed, beside });
      }
      for (const { db, resumed, beside } of places) {
        if (resumed && !beside) await empty(db);
        const change = { $set: { from, at: new Date(), merge: beside } };
        await db.collection<Mark>(MARK).updateOne({ _id: 'unfinished' }, change, { upsert: true });
      }
    },
    async fill(database, description): Promise<CollectionWriter> {
      const db = client.db(database);
      await create(db, description);
      const collection = db.collection(description.name);
      return {
        write: (documents) => store(collection, documents),
        async finish() {
          if (description.indexes.length === 0) return;
          await db.command({ createIndexes: description.name, indexes: description.indexes });
        },
      };
    },
    async finish(databases) {
      for (const database of databases) await client.db(database).collection(MARK).drop();
    },
    close: () => client.close(),
  };
}
