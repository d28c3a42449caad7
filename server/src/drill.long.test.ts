import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { root } from './root';
import { apiAt, type TestPerson, testSettings } from './testing/app';
import { market } from './testing/market';
import { type ServerProcess, startServerProcess } from './testing/process';
import { freePort } from './testing/serve';
import { testDatabaseUri } from './testing/store';

/** `npm run drill`: a backup of a running server is restored into a new folder and checked there. */

/** Milliseconds: a drill starts a server and some commands, each in a process of its own. */
const SLOW_MS = 180_000;

const folders: string[] = [];
const newFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'boli-drilled-'));
  folders.push(folder);
  return folder;
};
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

let server: ServerProcess;
let given: Record<string, string>;
let customer: TestPerson;
let driver: TestPerson;
afterEach(() => server.kill());

/** Starts an installation with a driver's documents, a completed ride and an accepted booking. */
async function install(more: Record<string, string>) {
  given = { ...testSettings(await newFolder()), ...more };
  server = await startServerProcess({ ...given, PORT: String(await freePort()) });
  const api = apiAt(server.url);
  const steps = market(api);
  [customer, driver] = [await api.register('customer'), await api.registerDriver()];
  await steps.drive(driver, await steps.booked(customer, driver), 'completed');
  await steps.drive(driver, await steps.booked(customer, driver), 'accepted');
}

interface Ran {
  code: number;
  output: string;
}

function drill(args: readonly string[], input = ''): Promise<Ran> {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, ...given };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['scripts/drill.mjs', ...args],
      { cwd: root, env },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, output: `${stdout}${stderr}` }),
    );
    child.stdin?.end(input);
  });
}

async function inStore<T>(uri: string, read: (database: mongoose.mongo.Db) => Promise<T>): Promise<T> {
  const client = await mongoose.mongo.MongoClient.connect(uri);
  try {
    return await read(client.db());
  } finally {
    await client.close();
  }
}

const countDocuments = (uri: string) =>
  inStore(uri, async (database) => {
    const listed = await database.listCollections({ type: 'collection' }).toArray();
    const counts = await Promise.all(listed.map(({ name }) => database.collection(name).estimatedDocumentCount()));
    return counts.reduce((sum, count) => sum + count, 0);
  });

/** Whether the person can still sign in to the running installation with the same password. */
const signsIn = async ({ email, password }: TestPerson) =>
  (await apiAt(server.url).request('POST', '/auth/login', { body: { email, password } })).status === 200;
const storeUri = () => `mongodb://${encodeURIComponent(join(given.DATA_DIR ?? '', 'store', 'store.sock'))}/boli`;
const documentsIn = ({ output }: Ran) =>
  Number(/^restored: ([\d,]+) documents/m.exec(output)?.[1]?.replaceAll(',', ''));

describe('a backup of the embedded store:', () => {
  beforeEach(() => install({}), SLOW_MS);

  test(
    'the drill restores every document of the running server, signs people in, finds the ledger balanced, and reads the uploads; it does not change the installation',
    async () => {
      const at = await newFolder();
      const ran = await drill(['--email', customer.email, '--at', at], `${customer.password}\n`);
      expect(ran).toMatchObject({ code: 0, output: expect.stringContaining('The backup can be restored') });
      expect(documentsIn(ran)).toBe(await countDocuments(storeUri()));
      expect(ran.output).toContain(`signed in: ${customer.email}, `);
      expect(ran.output).toContain(driver.email);
      expect(ran.output).toContain('ledger: The journal balances and matches the bookings.');
      expect(ran.output).toContain('uploads: 5 read');
      // Nothing of the copy is left.
      expect(await readdir(at)).toEqual([]);
      expect(await signsIn(driver)).toBe(true);
    },
    SLOW_MS,
  );

  test(
    'the drill names each fault of a backup: a wrong password, a journal that does not match, a missing document',
    async () => {
      const uploads = join(given.DATA_DIR ?? '', 'uploads');
      const [lost = ''] = await readdir(uploads);
      await rm(join(uploads, lost));
      await inStore(storeUri(), (database) => database.collection('journal').deleteOne({ _id: /^ride:/ } as object));
      const ran = await drill(['--email', customer.email], 'another password\n');
      expect(ran).toMatchObject({ code: 1, output: expect.stringContaining('The restored backup has errors') });
      expect(ran.output).toContain(`signed in: ${customer.email} cannot sign in with its own password`);
      expect(ran.output).toContain('ledger: The ledger of the copy has differences');
      expect(ran.output).toContain(`uploads: Uploaded documents cannot be read: ${lost} (404`);
    },
    SLOW_MS,
  );
});

describe('a backup of a database:', () => {
  beforeEach(() => install({ MONGODB_URI: testDatabaseUri() }), SLOW_MS);
  afterEach(() => inStore(given.MONGODB_URI ?? '', (database) => database.dropDatabase()));

  test(
    'the drill restores every document, also those in GridFS, and does not change the database',
    async () => {
      const ran = await drill(['--email', driver.email], `${driver.password}\n`);
      expect(ran).toMatchObject({ code: 0, output: expect.stringContaining('The backup can be restored') });
      expect(documentsIn(ran)).toBe(await countDocuments(given.MONGODB_URI ?? ''));
      expect(ran.output).toContain('uploads: 5 read');
      expect(await signsIn(customer)).toBe(true);
    },
    SLOW_MS,
  );
});
