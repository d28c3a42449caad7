import { type Description, inOrder, MoveRefused, type Source, type Target } from './place';

/** The progress of a move in one collection, in documents. */
export type Progress = { database: string; collection: string; done: number; total: number };

/** Options of a move. */
export type MoveOptions = {
  /** Only this database. */
  database?: string | undefined;
  /** Another name for the database in the target; only if one database is moved. */
  rename?: string | undefined;
  /** Write also into a target that already holds data. */
  merge?: boolean;
  onProgress?: (progress: Progress) => void;
};

/** The numbers of moved databases, collections, documents and indexes. */
export type Moved = { databases: number; collections: number; documents: number; indexes: number };

const BATCH_DOCUMENTS = 500;
const BATCH_BYTES = 4 * 1024 * 1024;

/** Documents in batches that stay small in memory whatever their number and size. */
async function* inBatches(documents: AsyncIterable<Buffer>): AsyncGenerator<Buffer[]> {
  let batch: Buffer[] = [];
  let bytes = 0;
  for await (const document of documents) {
    batch.push(document);
    bytes += document.length;
    if (batch.length < BATCH_DOCUMENTS && bytes < BATCH_BYTES) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}

type Step = { source: Source; target: Target; database: string; into: string; options: MoveOptions };

async function moveCollection(
  { source, target, database, into, options }: Step,
  description: Description,
): Promise<number> {
  const filling = await target.fill(into, description);
  if (description.type === 'view') return 0;
  const { name } = description;
  const total = await source.count(database, name);
  let done = 0;
  options.onProgress?.({ database: into, collection: name, done, total });
  for await (const batch of inBatches(source.documents(database, name))) {
    await filling.write(batch);
    done += batch.length;
    options.onProgress?.({ database: into, collection: name, done, total });
  }
  await filling.finish();
  return done;
}

async function databasesOf(source: Source, { database, rename }: MoveOptions): Promise<string[]> {
  const there = await source.databases();
  if (database !== undefined && !there.includes(database)) {
    throw new MoveRefused(
      `There is no database ${database} in ${source.label}. There are: ${there.join(', ') || 'none'}.`,
    );
  }
  const wanted = database === undefined ? there : [database];
  if (wanted.length === 0) throw new MoveRefused(`There is no data in ${source.label}.`);
  if (rename !== undefined && wanted.length > 1) {
    throw new MoveRefused(
      `There are several databases in ${source.label} (${wanted.join(', ')}): choose one with --db.`,
    );
  }
  return wanted;
}

/**
 * Copies databases with their collections, options, indexes and views. Holds one batch in memory. After an interruption
 * it can be run again, with the same result. If everything was copied and only some marks were left to be removed, the
 * databases without a mark are refused, as any others that hold data.
 * @throws MoveRefused for a missing source, for several databases with one new name and for a target that holds other
 * data: nothing has been written then. Also for a damaged file of the source: part of the data may have been written.
 */
export async function move(source: Source, target: Target, options: MoveOptions = {}): Promise<Moved> {
  const databases = await databasesOf(source, options);
  const moved: Moved = { databases: databases.length, collections: 0, documents: 0, indexes: 0 };
  const named = databases.map((database) => ({ database, into: options.rename ?? database }));
  const targets = named.map(({ into }) => into);
  await target.begin(targets, source.label, { merge: options.merge === true });
  for (const { database, into } of named) {
    for (const description of inOrder(await source.collections(database))) {
      moved.documents += await moveCollection({ source, target, database, into, options }, description);
      moved.collections++;
      moved.indexes += description.indexes.length;
    }
  }
  await target.finish(targets);
  return moved;
}
