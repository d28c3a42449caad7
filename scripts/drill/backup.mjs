import { cpSync, existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startStore } from '../../embedded-mongo/src/index.ts';
import { databaseSource } from '../../embedded-mongo/src/move/database-place.ts';
import { folderSource } from '../../embedded-mongo/src/move/folder-place.ts';
import { withDatabase, withoutPassword } from '../../server/src/store/address.ts';
import { DrillFailed, mustRun } from './programs.mjs';

const MOVE = 'scripts/store-move.mjs';
/** The database that the product reads from its embedded store. */
const DATABASE = 'boli';

/**
 * @typedef {{ MONGODB_URI?: string, DATA_DIR: string, JWT_SECRET?: string }} Installation
 * @typedef {Map<string, number>} Counts documents by collection
 */

/**
 * Makes a backup of the installation, or uses the one in the folder `from`, and restores it into `dataDir`.
 * @param {{ installation: Installation, from?: string, work: string, dataDir: string }} drill
 * @returns {Promise<{ source: string, expected: { least: Counts, most: Counts } }>} where the data comes from, and how many
 * documents the copy has to have
 */
export async function restore({ installation, from, work, dataDir }) {
  const { MONGODB_URI, DATA_DIR } = installation;
  const dbpath = join(dataDir, 'store');
  const how = { settings: { DATA_DIR: resolve(DATA_DIR) }, cwd: work };
  if (from === undefined && MONGODB_URI) {
    const uri = withDatabase(MONGODB_URI);
    const name = databaseIn(uri);
    const before = await countIn(await databaseSource(uri), name);
    await mustRun(
      'The copy of the database',
      MOVE,
      ['import', '--from', uri, '--as', DATABASE, '--dbpath', dbpath],
      how,
    );
    const after = await countIn(await databaseSource(uri), name);
    return {
      source: withoutPassword(MONGODB_URI),
      expected: { least: least(before, after), most: most(before, after) },
    };
  }
  const folder = from === undefined ? join(work, 'backup') : resolve(from);
  if (from === undefined) await mustRun('The backup', MOVE, ['export', '--out', folder, '--db', DATABASE], how);
  const name = await databaseOf(folder);
  await mustRun(
    'The restore',
    MOVE,
    ['import', '--in', folder, '--db', name, '--as', DATABASE, '--dbpath', dbpath],
    how,
  );
  const counts = await countIn(folderSource(folder), name);
  return { source: from === undefined ? resolve(DATA_DIR) : folder, expected: { least: counts, most: counts } };
}

/**
 * Copies the secret to `dataDir`, unless `JWT_SECRET` is set: without the secret everybody has to sign in again. Returns
 * whether there is a secret.
 */
export function restoreSecret({ DATA_DIR, JWT_SECRET }, dataDir) {
  const secret = join(resolve(DATA_DIR), 'secret');
  if (JWT_SECRET) return true;
  if (!existsSync(secret)) return false;
  cpSync(secret, join(dataDir, 'secret'));
  return true;
}

/**
 * Compares the restored copy, on which no server has run yet, with the expected counts. Throws `DrillFailed` naming the
 * collections that differ.
 * @param {string} dataDir
 * @param {{ least: Counts, most: Counts }} expected
 * @returns {Promise<{ collections: number, documents: number }>}
 */
export async function checkCounts(dataDir, { least, most }) {
  const store = await startStore({ dbPath: join(dataDir, 'store') });
  const counts = await countIn(await databaseSource(store.uri), DATABASE).finally(() => store.stop());
  const wrong = [...new Set([...counts.keys(), ...most.keys()])].flatMap((name) => {
    const [count, low, high] = [counts, least, most].map((map) => map.get(name) ?? 0);
    return count >= low && count <= high
      ? []
      : [`${name} has ${count} instead of ${low === high ? low : `${low} to ${high}`}`];
  });
  if (wrong.length > 0)
    throw new DrillFailed(`The copy does not have the expected numbers of documents: ${wrong.join(', ')}.`);
  if (counts.size === 0) throw new DrillFailed('The copy is empty.');
  return { collections: counts.size, documents: [...counts.values()].reduce((sum, count) => sum + count, 0) };
}

/** @returns {Promise<Counts>} */
async function countIn(source, database) {
  try {
    const counts = new Map();
    for (const { name, type } of await source.collections(database)) {
      if (type === 'collection') counts.set(name, await source.count(database, name));
    }
    return counts;
  } finally {
    await source.close();
  }
}

/** The database in a folder of BSON files: the product's, else the only one. */
async function databaseOf(folder) {
  const names = await folderSource(folder).databases();
  const name = names.includes(DATABASE) ? DATABASE : names[0];
  if (name !== undefined && (name === DATABASE || names.length === 1)) return name;
  throw new DrillFailed(`The folder ${folder} holds ${names.length} databases, and none has the name ${DATABASE}.`);
}

function databaseIn(uri) {
  return /^[^/]*\/\/[^/]+\/([^?]+)/.exec(uri)?.[1] ?? DATABASE;
}

/**
 * While an installation is in use its counts change. So the copy has to have at least the lower and at most the higher of
 * the counts before and after it was made.
 */
const least = (a, b) => merged(a, b, Math.min);
const most = (a, b) => merged(a, b, Math.max);
function merged(a, b, choose) {
  return new Map(
    [...new Set([...a.keys(), ...b.keys()])].map((name) => [name, choose(a.get(name) ?? 0, b.get(name) ?? 0)]),
  );
}
