import {
  accessSync,
  constants,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { EJSON } from 'bson';
import type { Document } from '../values/types';
import { type Description, MoveRefused, type Source, SYSTEM_DATABASES, type Target } from './place';

const BSON = '.bson';
const DESCRIPTION = '.metadata.json';
const MARK = 'unfinished';
/** The permissions of an export: as private as the store itself. */
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = { mode: 0o600 };
/** The largest BSON document: MongoDB's limit and its internal overhead, in bytes. */
const MAX_DOCUMENT_SIZE = 16 * 1024 * 1024 + 16 * 1024;

/** The file name of a collection, as mongodump writes it, so that mongorestore can read the folder too. */
function fileOf(name: string): string {
  return encodeURIComponent(name);
}

/** Splits a stream into its BSON documents. Throws MoveRefused for invalid or truncated BSON. */
async function* splitDocuments(chunks: AsyncIterable<Buffer>, file: string): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let length = 0;
  let wanted = 4;
  for await (const chunk of chunks) {
    held.push(chunk);
    length += chunk.length;
    if (length < wanted) continue;
    let bytes = held.length === 1 ? chunk : Buffer.concat(held);
    for (wanted = 4; bytes.length >= 4; bytes = bytes.subarray(wanted), wanted = 4) {
      wanted = bytes.readInt32LE(0);
      if (wanted < 5 || wanted > MAX_DOCUMENT_SIZE) throw new MoveRefused(`${file} is not a file of BSON documents.`);
      if (bytes.length < wanted) break;
      yield bytes.subarray(0, wanted);
    }
    held = [bytes];
    length = bytes.length;
  }
  if (length > 0) throw new MoveRefused(`${file} ends in the middle of a document.`);
}

const isDumped = (file: string) => file.endsWith(BSON) || file.endsWith(DESCRIPTION);

/** The databases in a folder, each in its own subfolder. Throws MoveRefused for another layout. */
function databasesIn(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  if (entries.some(({ name }) => isDumped(name))) {
    throw new MoveRefused(`The folder ${folder} holds the files of one database: give the folder that it lies in.`);
  }
  const found = entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ name, files: readdirSync(join(folder, name)) }));
  if (found.some(({ files }) => files.some((file) => file.endsWith(`${BSON}.gz`)))) {
    throw new MoveRefused(`The files in ${folder} are compressed: dump them without --gzip.`);
  }
  const databases = found.filter(({ files }) => files.some(isDumped)).map(({ name }) => decodeURIComponent(name));
  return databases.filter((name) => !SYSTEM_DATABASES.has(name));
}

async function descriptionIn(folder: string, name: string): Promise<Description> {
  const path = join(folder, `${fileOf(name)}${DESCRIPTION}`);
  if (!existsSync(path)) return { name, type: 'collection', options: {}, indexes: [] };
  const read: Document = EJSON.parse(await readFile(path, 'utf8'), { relaxed: false });
  const indexes = (Array.isArray(read.indexes) ? read.indexes : []) as Document[];
  const kept = indexes.filter((index) => index.name !== '_id_').map(({ ns, background, ...spec }) => spec);
  const type = read.type === 'view' || read.type === 'timeseries' ? read.type : 'collection';
  return { name, type, options: (read.options ?? {}) as Document, indexes: kept };
}

/** A folder of an export or of mongodump. Throws MoveRefused for a missing folder, a file, and an unfinished export. */
export function folderSource(folder: string): Source {
  if (!existsSync(folder)) throw new MoveRefused(`There is no folder ${folder}.`);
  if (!statSync(folder).isDirectory()) throw new MoveRefused(`${folder} is a file: give a folder of BSON files.`);
  if (existsSync(join(folder, MARK))) {
    throw new MoveRefused(`The export in ${folder} was interrupted: run it again before it is imported.`);
  }
  const path = (database: string, name: string) => join(folder, fileOf(database), `${fileOf(name)}${BSON}`);
  const counted = new Map<string, number>();
  return {
    label: folder,
    databases: async () => databasesIn(folder),
    async collections(database) {
      const files = readdirSync(join(folder, fileOf(database)));
      const names = files
        .filter(isDumped)
        .map((file) => decodeURIComponent(file.replace(/(\.metadata\.json|\.bson)$/, '')));
      const unique = [...new Set(names)].filter((name) => !name.startsWith('system.'));
      return Promise.all(unique.map((name) => descriptionIn(join(folder, fileOf(database)), name)));
    },
    async count(database, name) {
      const file = path(database, name);
      const known = counted.get(file);
      if (known !== undefined || !existsSync(file)) return known ?? 0;
      let count = 0;
      for await (const _document of splitDocuments(createReadStream(file), file)) count++;
      counted.set(file, count);
      return count;
    },
    async *documents(database, name) {
      const file = path(database, name);
      if (existsSync(file)) yield* splitDocuments(createReadStream(file, { highWaterMark: 1 << 20 }), file);
    },
    close: async () => undefined,
  };
}

function metadata({ name, type, options, indexes }: Description): string {
  const primary = { v: 2, key: { _id: 1 }, name: '_id_' };
  const all = type === 'collection' ? [primary, ...indexes] : [];
  return EJSON.stringify({ options, indexes: all, collectionName: name, type }, { relaxed: false });
}

/** Creates a folder if it is missing, and lists its entries. Throws MoveRefused if that is not possible. */
function prepared(folder: string): string[] {
  try {
    mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
    accessSync(folder, constants.W_OK);
    return readdirSync(folder);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new MoveRefused(`The folder ${folder} cannot be written: ${reason}`);
  }
}

/** A folder to export into, in mongodump's layout. An interrupted export is started again from the beginning. */
export function folderTarget(folder: string): Target {
  const inside = (database: string) => join(folder, fileOf(database));
  const mark = join(folder, MARK);
  return {
    label: folder,
    async begin(databases, from) {
      const there = prepared(folder);
      if (there.length > 0 && !there.includes(MARK)) {
        throw new MoveRefused(`The folder ${folder} is not empty: give another one.`);
      }
      await writeFile(mark, `${from}\n`, PRIVATE_FILE);
      for (const database of databases) {
        rmSync(inside(database), { recursive: true, force: true });
        mkdirSync(inside(database), { mode: PRIVATE_FOLDER });
      }
    },
    async fill(database, description) {
      const file = join(inside(database), fileOf(description.name));
      await writeFile(`${file}${DESCRIPTION}`, metadata(description), PRIVATE_FILE);
      if (description.type === 'view') return { write: async () => undefined, finish: async () => undefined };
      const stream = createWriteStream(`${file}${BSON}.part`, PRIVATE_FILE);
      return {
        async write(documents) {
          const bytes = Buffer.concat(documents);
          await new Promise<void>((resolve, reject) => {
            stream.write(bytes, (error) => (error ? reject(error) : resolve()));
          });
        },
        async finish() {
          stream.end();
          await finished(stream);
          renameSync(`${file}${BSON}.part`, `${file}${BSON}`);
        },
      };
    },
    async finish() {
      rmSync(mark);
    },
    close: async () => undefined,
  };
}
