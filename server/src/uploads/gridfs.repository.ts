import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import mongoose from 'mongoose';
import { durable } from '../store/connect';
import type { FileStorage } from './storage';

const { GridFSBucket, MongoClient, ObjectId } = mongoose.mongo;
type Db = mongoose.mongo.Db;

const BUCKET = 'uploads';
const BATCH = 1_000;
/** Chunks of an upload that a stopped process left unfinished are deleted after this time, in milliseconds. */
const UNFINISHED_AFTER_MS = 24 * 3_600_000;

/**
 * Files in the database, in the collections `uploads.files` and `uploads.chunks` of GridFS. The file name in GridFS is
 * the id. Two processes that store the same id at the same time leave two copies of the same content, which are read
 * and removed as one file.
 * @see https://www.mongodb.com/docs/manual/core/gridfs/
 */
export function gridFsStorage(database: () => Db): FileStorage {
  const bucket = () => new GridFSBucket(database(), { bucketName: BUCKET });
  const files = () => database().collection(`${BUCKET}.files`);
  return {
    name: 'the database (GridFS)',

    async prepare() {
      await deleteUnfinished(database());
    },

    async put(id, bytes) {
      const upload = bucket().openUploadStream(id);
      try {
        await pipeline(Readable.from([bytes]), upload);
      } catch (error) {
        // Chunks that cannot be deleted now are deleted by `prepare`; nobody can open them without an entry in `files`.
        await upload.abort().catch(() => undefined);
        throw error;
      }
    },

    async open(id) {
      const found = await files().findOne({ filename: id }, { projection: { length: 1 } });
      if (!found) return null;
      return {
        size: found.length,
        // GridFS excludes the end of a range.
        read: (range) => bucket().openDownloadStream(found._id, range && { start: range.start, end: range.end + 1 }),
      };
    },

    async *list(olderThanMs) {
      const old = olderThanMs === undefined ? {} : { uploadDate: { $lt: new Date(Date.now() - olderThanMs) } };
      const rows = files().find(old, { projection: { _id: 0, filename: 1 } });
      for await (const batch of inBatches(rows)) yield batch.map(({ filename }) => String(filename));
    },

    async remove(ids) {
      for await (const batch of inBatches(files().find({ filename: { $in: ids } }, { projection: { _id: 1 } }))) {
        for (const { _id } of batch) await bucket().delete(_id).catch(ignoreAbsent);
      }
    },
  };
}

/** Files in the database of this server. */
export const databaseStorage = gridFsStorage(() => {
  const { db } = mongoose.connection;
  if (!db) throw new Error('no database is connected');
  return db;
});

/**
 * Runs the work on the files in another database, and closes the connection. Rejects when that database cannot be
 * reached.
 */
export async function inDatabase(
  uri: string,
  name: string,
  work: (storage: FileStorage) => Promise<void>,
): Promise<void> {
  const client = await MongoClient.connect(uri, { writeConcern: durable });
  try {
    await work(gridFsStorage(() => client.db(name)));
  } finally {
    await client.close();
  }
}

/** Deletes the chunks of uploads whose process ended before the file was complete. */
async function deleteUnfinished(database: Db): Promise<void> {
  const chunks = database.collection(`${BUCKET}.chunks`);
  const old = ObjectId.createFromTime(Math.floor((Date.now() - UNFINISHED_AFTER_MS) / 1_000));
  const firsts = chunks.find({ n: 0, _id: { $lt: old } }, { projection: { _id: 0, files_id: 1 } });
  for await (const batch of inBatches(firsts)) {
    const ids = batch.map(({ files_id }) => files_id);
    const complete = await database
      .collection(`${BUCKET}.files`)
      .find({ _id: { $in: ids } }, { projection: { _id: 1 } })
      .toArray();
    const known = new Set(complete.map(({ _id }) => String(_id)));
    await chunks.deleteMany({ files_id: { $in: ids.filter((id) => !known.has(String(id))) } });
  }
}

async function* inBatches<T>(rows: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Ignores that another process has deleted the file meanwhile; GridFS has no error code for this. */
function ignoreAbsent(error: unknown): void {
  if (error instanceof Error && error.message.startsWith('File not found')) return;
  throw error;
}
