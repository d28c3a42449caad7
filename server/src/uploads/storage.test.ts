import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import type { DriverProfile } from '@boli/shared/drivers/drivers.schema';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { root } from '../root';
import { configure, readSettings } from '../settings';
import { profileForm, startTestApp, type TestApp, testSettings } from '../testing/app';
import { pdfFile } from '../testing/pdf';
import { startServerProcess } from '../testing/process';
import { type S3Service, startS3Service } from '../testing/s3-service';
import { freePort } from '../testing/serve';
import { testDatabaseUri } from '../testing/store';
import { moveFormerFiles, openFile, prepareStorage, removeOldFiles, saveFile } from './files';
import { databaseStorage, gridFsStorage } from './gridfs.repository';
import { newFileId } from './storage';

const HOUR_MS = 3_600_000;
const ANY_DATABASE = { MONGODB_URI: 'mongodb://any.example/boli' };

let service: S3Service;
const before = { ...process.env };
beforeAll(async () => {
  service = await startS3Service();
  Object.assign(process.env, service.environment);
});
afterAll(async () => {
  for (const name of Object.keys(service.environment)) {
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
  }
  await service.close();
});

/** The address of a document of a new driver, and the account that may replace it. */
async function upload(app: TestApp, paper = pdfFile()) {
  const { token } = await app.register('driver');
  const form = profileForm({}, { rc_document: paper });
  const { status, body } = await app.request<DriverProfile>('POST', '/driver/profile', { token, form });
  return { token, status, body, address: `${app.url}${body.rc_document}` };
}
const idIn = (address: string) => basename(new URL(address).pathname);
const inFolder = async (dataDir: string) => (await readdir(join(dataDir, 'uploads')).catch(() => [])).length;
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());
const gridFs = (part: 'files' | 'chunks') => mongoose.connection.collection(`uploads.${part}`);

/** Continues with these settings instead of those that the app was started with. */
const continueWith = (app: TestApp, given: Record<string, string>) =>
  configure(readSettings({ ...testSettings(app.dataDir), ...given }));

const namedFolder = join(tmpdir(), `boli-uploads-${process.pid}`);
afterAll(() => rm(namedFolder, { recursive: true, force: true }));

describe.each([
  ['a folder', {}],
  ['a folder that UPLOADS_URI names', { ...ANY_DATABASE, UPLOADS_URI: `file://${namedFolder}` }],
  ['GridFS', ANY_DATABASE],
  ['S3', { ...ANY_DATABASE, UPLOADS_URI: 's3://papers/boli/uploads' }],
])('documents stored in %s', (place, given: Record<string, string>) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ settings: given });
    await prepareStorage();
  });
  afterAll(() => app.close());

  test('are read whole, in part, and not again by a reader that has them', async () => {
    const { status, address } = await upload(app);
    expect(status).toBe(201);
    const whole = await fetch(address);
    expect([whole.status, whole.headers.get('content-length')]).toEqual([200, String(pdfFile().length)]);
    expect((await bytesOf(whole)).equals(pdfFile())).toBe(true);
    const etag = whole.headers.get('etag') ?? '';
    const ask = async (headers: Record<string, string>, method = 'GET') => {
      const answer = await fetch(address, { method, headers });
      return [answer.status, answer.headers.get('content-range'), (await bytesOf(answer)).toString('latin1')];
    };
    const size = pdfFile().length;
    const text = pdfFile().toString('latin1');
    expect(await ask({ Range: 'bytes=1-3' })).toEqual([206, `bytes 1-3/${size}`, text.slice(1, 4)]);
    expect(await ask({ Range: 'bytes=-5' })).toEqual([206, `bytes ${size - 5}-${size - 1}/${size}`, text.slice(-5)]);
    expect(await ask({ Range: 'bytes=1-3', 'If-Range': '"another"' })).toEqual([200, null, text]);
    expect((await ask({ Range: `bytes=${size}-` })).slice(0, 2)).toEqual([416, `bytes */${size}`]);
    expect(await ask({}, 'HEAD')).toEqual([200, null, '']);
    // Without `Cache-Control`, `fetch` asks for the content, whatever the tag.
    const conditional = { 'If-None-Match': etag, 'Cache-Control': 'max-age=0' };
    expect(await ask(conditional)).toEqual([304, null, '']);
  });

  test('that are larger than one chunk of GridFS are complete, also in a part over several chunks', async () => {
    const large = pdfFile({ after: `\n%${'x'.repeat(700_000)}` });
    const id = await saveFile(large, 'pdf');
    const file = await openFile(id);
    expect(file?.size).toBe(large.length);
    const parts: Buffer[] = [];
    for await (const part of file?.read({ start: 261_000, end: 262_200 }) ?? []) parts.push(part);
    expect(Buffer.concat(parts).equals(large.subarray(261_000, 262_201))).toBe(true);
  });

  test('are deleted when they are replaced', async () => {
    const { token, address } = await upload(app);
    const form = profileForm({}, { rc_document: pdfFile() });
    expect((await app.request('PUT', '/driver/profile', { token, form })).status).toBe(200);
    expect((await fetch(address)).status).toBe(404);
    expect(await openFile(idIn(address))).toBeNull();
  });

  test('are stored in no other place', async () => {
    await upload(app);
    expect((await inFolder(app.dataDir)) > 0).toBe(place === 'a folder');
    expect((await gridFs('files').countDocuments()) > 0).toBe(place === 'GridFS');
  });

  test('that no profile references are deleted after an hour; the others are kept', async () => {
    const [used, orphan] = [await saveFile(pdfFile(), 'pdf'), await saveFile(pdfFile(), 'pdf')];
    await removeOldFiles(HOUR_MS, async () => new Set());
    expect(await openFile(orphan)).not.toBeNull();
    await removeOldFiles(-1, async (ids) => new Set(ids.filter((id) => id !== orphan)));
    expect([(await openFile(used)) !== null, await openFile(orphan)]).toEqual([true, null]);
  });
});

describe('files of an earlier setting', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  test('can be read from the folder, are moved to the database, and from there to S3', async () => {
    const { address } = await upload(app);
    const count = await inFolder(app.dataDir);
    const read = async () => (await bytesOf(await fetch(address))).equals(pdfFile());
    const moved: number[] = [];

    continueWith(app, ANY_DATABASE);
    expect(await read()).toBe(true);
    await moveFormerFiles((files) => moved.push(files));
    expect([moved, await inFolder(app.dataDir), await gridFs('files').countDocuments()]).toEqual([[count], 0, count]);
    expect(await read()).toBe(true);

    continueWith(app, { ...ANY_DATABASE, UPLOADS_URI: 's3://papers' });
    await prepareStorage();
    expect(await read()).toBe(true);
    await moveFormerFiles(() => undefined);
    expect([await gridFs('files').countDocuments(), await gridFs('chunks').countDocuments()]).toEqual([0, 0]);
    expect(await read()).toBe(true);
  });

  test('are moved to the folder if a database with files was imported into the embedded store', async () => {
    continueWith(app, ANY_DATABASE);
    const id = await saveFile(pdfFile(), 'pdf');
    continueWith(app, {});
    await moveFormerFiles(() => undefined);
    expect(await readFile(join(app.dataDir, 'uploads', id))).toEqual(pdfFile());
    expect(await gridFs('files').countDocuments()).toBe(0);
  });

  test('are moved even if the clock was ahead when they were stored', async () => {
    continueWith(app, {});
    const id = await saveFile(pdfFile(), 'pdf');
    const ahead = new Date(Date.now() + 300_000);
    await utimes(join(app.dataDir, 'uploads', id), ahead, ahead);
    continueWith(app, ANY_DATABASE);
    await moveFormerFiles(() => undefined);
    expect(await inFolder(app.dataDir)).toBe(0);
    await gridFs('files').updateOne({ filename: id }, { $set: { uploadDate: ahead } });
    continueWith(app, {});
    await moveFormerFiles(() => undefined);
    expect(await readFile(join(app.dataDir, 'uploads', id))).toEqual(pdfFile());
  });

  test('can be read while they are being moved', async () => {
    continueWith(app, {});
    const id = await saveFile(pdfFile(), 'pdf');
    continueWith(app, ANY_DATABASE);
    const { open } = databaseStorage;
    // The reader asks the database just before the file arrives there.
    databaseStorage.open = async (wanted) => {
      databaseStorage.open = open;
      const found = await open(wanted);
      await moveFormerFiles(() => undefined);
      return found;
    };
    expect(await openFile(id)).not.toBeNull();
  });

  test('stay readable in the folder as long as the new storage refuses them', async () => {
    continueWith(app, {});
    const id = await saveFile(pdfFile(), 'pdf');
    continueWith(app, { UPLOADS_URI: 's3://no-such-bucket' });
    await expect(prepareStorage()).rejects.toThrow(/bucket/i);
    await moveFormerFiles(() => undefined);
    expect(await readdir(join(app.dataDir, 'uploads'))).toContain(id);
  });

  test('are moved when a server starts with a database, and the server prints how many', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'boli-moved-'));
    const id = newFileId('pdf');
    await mkdir(join(dataDir, 'uploads'));
    await writeFile(join(dataDir, 'uploads', id), pdfFile());
    const uri = testDatabaseUri();
    const server = await startServerProcess({
      ...testSettings(dataDir),
      MONGODB_URI: uri,
      PORT: String(await freePort()),
    });
    try {
      expect(server.complained()).toContain('uploads: 1 moved to the database (GridFS)');
      expect(await inFolder(dataDir)).toBe(0);
    } finally {
      await server.kill();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});

describe('store:export and store:import', () => {
  /** Runs one of the commands on a data folder; resolves with what it printed. */
  const run = async (dataDir: string, args: readonly string[], more: Record<string, string> = {}) => {
    const { stderr } = await promisify(execFile)(process.execPath, ['scripts/store-move.mjs', ...args], {
      cwd: root,
      env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...more },
    });
    return stderr;
  };

  test('copy the uploaded files along: from a folder to the embedded store, and from there to a database', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'boli-copied-'));
    const [dump, dataDir] = [join(folder, 'dump'), join(folder, 'data')];
    const id = newFileId('pdf');
    for (const name of ['boli', 'uploads']) await mkdir(join(dump, name), { recursive: true });
    await writeFile(join(dump, 'boli', 'users.bson'), mongoose.mongo.BSON.serialize({ _id: 'asha' }));
    await writeFile(join(dump, 'uploads', id), pdfFile());
    // The server moves them to `UPLOADS_URI` when it starts.
    const elsewhere = { UPLOADS_URI: 's3://papers/boli' };
    expect(await run(dataDir, ['import', '--in', dump], elsewhere)).toContain('uploads: 1 copied from');
    expect(await readFile(join(dataDir, 'uploads', id))).toEqual(pdfFile());

    const uri = testDatabaseUri();
    expect(await run(dataDir, ['export', '--to', uri])).toContain('uploads: 1 copied from');
    const client = await mongoose.mongo.MongoClient.connect(uri);
    try {
      const copy = await gridFsStorage(() => client.db()).open(id);
      expect(copy && (await buffer(copy.read()))).toEqual(pdfFile());
      expect(await readdir(join(dataDir, 'uploads'))).toEqual([id]);
      expect(await run(dataDir, ['export', '--out', join(folder, 'again')])).toContain('uploads: 1 copied from');
      const said = await run(dataDir, ['export', '--out', join(folder, 'without')], elsewhere);
      expect(said).toContain('uploads: those in s3://papers/boli (UPLOADS_URI) stay there');
      expect(await readFile(join(folder, 'again', 'uploads', id))).toEqual(pdfFile());
    } finally {
      await client.db().dropDatabase();
      await client.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe('a storage that fails', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ settings: { UPLOADS_URI: 's3://no-such-bucket' } });
  });
  afterAll(() => app.close());

  test('makes an upload fail with 503, and the profile is not stored', async () => {
    const { token, status, body } = await upload(app);
    expect([status, body]).toMatchObject([503, { code: 'common.unavailable' }]);
    expect((await app.request('GET', '/driver/profile', { token })).status).toBe(404);
  });

  test('stops the start with a sentence that names the storage', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'boli-moved-'));
    const given = { ...testSettings(dataDir), UPLOADS_URI: 's3://no-such-bucket', MONGODB_URI: testDatabaseUri() };
    const start = startServerProcess({ ...given, ...service.environment, PORT: String(await freePort()) });
    await expect(start).rejects.toThrow(/Uploads cannot be stored in s3:\/\/no-such-bucket: .*bucket/i);
    await rm(dataDir, { recursive: true, force: true });
  });
});

describe('GridFS', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ settings: ANY_DATABASE });
  });
  afterAll(() => app.close());

  test('loses the chunks that a stopped process left unfinished a day ago, and no others', async () => {
    const { ObjectId } = mongoose.mongo;
    const kept = await saveFile(pdfFile(), 'pdf');
    const secondsAgo = (seconds: number) => ObjectId.createFromTime(Math.floor(Date.now() / 1_000) - seconds);
    const chunk = (seconds: number) => ({ _id: secondsAgo(seconds), files_id: new ObjectId(), n: 0, data: pdfFile() });
    const [old, fresh] = [chunk(86_400 + 60), chunk(86_400 - 60)];
    await gridFs('chunks').insertMany([old, fresh]);
    await prepareStorage();
    const left = await gridFs('chunks')
      .find({}, { projection: { files_id: 1 } })
      .toArray();
    expect(left.some(({ files_id }) => fresh.files_id.equals(files_id))).toBe(true);
    expect(left.some(({ files_id }) => old.files_id.equals(files_id))).toBe(false);
    expect(await openFile(kept)).not.toBeNull();
  });
});
