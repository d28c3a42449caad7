import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import express from 'express';
import sharp from 'sharp';
import { failureHandler } from '../core/failure';
import { configure, readSettings, settings } from '../settings';
import { profileForm, startTestApp, type TestApp, testSettings } from '../testing/app';
import { eventually } from '../testing/realtime';
import { type Served, serve } from '../testing/serve';
import { startScheduler } from '../wiring/scheduler';
import { type FormLimits, formFiles, readForm, removeOldForms, workOnForm } from './form';

const PLACES = { atOnce: 2, ofOne: 2, waitingOfOne: 10, waitMs: 20_000, busy: 'drivers.upload_busy' } as const;
const HEAD =
  '--B\r\nContent-Disposition: form-data; name="driver_photo"; filename="x"\r\nContent-Type: image/png\r\n\r\n';
const TAIL = '\r\n--B--\r\n';

let folder: string;
let served: Served | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'boli-forms-'));
});
beforeEach(() => configure(readSettings(testSettings(folder))));
afterEach(() => served?.close());
afterAll(() => rm(folder, { recursive: true }));

const formFolders = () => readdir(join(settings().DATA_DIR, 'forms')).catch(() => []);

/** A server of one form; `work` handles its files. A header names the caller. */
async function formServer(limits: Partial<FormLimits>, work = async () => {}): Promise<void> {
  const app = express();
  app.set('trust proxy', 1);
  app.use((request, _response, next) => {
    request.actor = { id: request.get('x-who') ?? '', role: 'driver', name: '' };
    next();
  });
  const pace = { overMs: 300, bytesPerSecond: 16_000, totalMs: 60_000 };
  app.post('/', readForm(['driver_photo'], { pace, places: PLACES, ...limits }), (request, response, next) => {
    workOnForm(request, response, work).then(() => response.json(Object.keys(formFiles(request))), next);
  });
  app.use(failureHandler);
  served = await serve(app);
}

interface Sending {
  who: string;
  from?: string;
  /** The size of a file, the size of its chunks (both in bytes), and the interval between chunks. */
  size: number;
  piece: number;
  everyMs: number;
}

/**
 * Sends a form piece by piece, at the given pace; `answer` is everything that the server sends until the connection is
 * closed.
 */
function send({ who, from = '192.0.2.1', size, piece, everyMs }: Sending): { link: Socket; answer: Promise<string> } {
  const link = connect(served?.port ?? 0, '127.0.0.1');
  let said = '';
  let left = size;
  link.on('error', () => undefined);
  link.on('data', (bytes) => {
    said += bytes;
  });
  link.write(
    `POST / HTTP/1.1\r\nHost: x\r\nX-Who: ${who}\r\nX-Forwarded-For: ${from}\r\nConnection: close\r\nContent-Type: multipart/form-data; boundary=B\r\n` +
      `Content-Length: ${HEAD.length + size + TAIL.length}\r\n\r\n${HEAD}`,
  );
  const timer = setInterval(() => {
    link.write(Buffer.alloc(Math.min(piece, left), 'x'));
    left -= piece;
    if (left > 0) return;
    link.write(TAIL);
    clearInterval(timer);
  }, everyMs);
  const answer = new Promise<string>((resolve) => {
    link.once('close', () => {
      clearInterval(timer);
      resolve(said);
    });
  });
  return { link, answer };
}

const slow = (who: string) => send({ who, size: 1_000_000, piece: 10, everyMs: 20 });
const quick = (who: string) => send({ who, size: 100_000, piece: 100_000, everyMs: 1 });

describe('an upload form', () => {
  test('that arrives too slowly is refused, and a form above the minimum speed is read', async () => {
    await formServer({ pace: { overMs: 300, bytesPerSecond: 16_000, totalMs: 60_000 } });
    expect(await slow('a').answer).toMatch(/^HTTP\/1\.1 408 .*drivers\.upload_slow/s);
    expect(await send({ who: 'b', size: 30_000, piece: 1_000, everyMs: 20 }).answer).toMatch(
      /^HTTP\/1\.1 200 .*driver_photo/s,
    );
    await eventually(async () => (await formFolders()).length === 0, 'files of forms are left');
  });

  test('in very many small chunks is refused at once', async () => {
    await formServer({ pace: { overMs: 60_000, bytesPerSecond: 0, totalMs: 60_000 } });
    const link = connect(served?.port ?? 0, '127.0.0.1');
    let said = '';
    link.on('error', () => undefined);
    link.on('data', (bytes) => {
      said += bytes;
    });
    const head = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=B\r\n';
    link.write(`${head}Transfer-Encoding: chunked\r\n\r\n${HEAD.length.toString(16)}\r\n${HEAD}\r\n`);
    link.write('1\r\nx\r\n'.repeat(3_000));
    await eventually(() => link.closed, 'the body is still read');
    expect(said).toMatch(/^HTTP\/1\.1 400 .*common\.in_bits/s);
  });

  test('above the minimum speed still has a total time limit', async () => {
    await formServer({ pace: { overMs: 300, bytesPerSecond: 1_000, totalMs: 600 } });
    const endless = send({ who: 'a', size: 3_000_000, piece: 1_000, everyMs: 20 });
    expect(await endless.answer).toMatch(/^HTTP\/1\.1 408 .*drivers\.upload_slow/s);
  });

  test('waits while slow forms hold every permit, but no longer than a form may take', async () => {
    await formServer({});
    const holding = ['a', 'b'].map(slow);
    await eventually(async () => (await formFolders()).length === 2, 'the slow ones are not read');
    expect(await quick('c').answer).toMatch(/^HTTP\/1\.1 200 /);
    for (const { answer } of holding) expect(await answer).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('frees its permit once it is received, while its files are still processed', async () => {
    let finish: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let working = 0;
    await formServer({ places: { ...PLACES, atOnce: 1 } }, async () => {
      working++;
      await finished;
    });
    const sent = ['a', 'b', 'c'].map(quick);
    await eventually(() => working === 3, 'the second form does not get the permit of the first');
    finish();
    for (const { answer } of sent) expect(await answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('waits for the previous form of the same account, also from another address, and takes no permit of another account', async () => {
    const ends: (() => void)[] = [];
    await formServer({}, () => new Promise((resolve) => ends.push(resolve)));
    const first = quick('a');
    await eventually(() => ends.length === 1, 'the first is not worked on');
    const others = [quick('a'), send({ who: 'a', from: '192.0.2.2', size: 1_000, piece: 1_000, everyMs: 1 })];
    const elsewhere = quick('b');
    await eventually(() => ends.length === 2, 'the other account is not worked on');
    ends[1]?.();
    expect(await elsewhere.answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(ends).toHaveLength(2);
    ends[0]?.();
    expect(await first.answer).toMatch(/^HTTP\/1\.1 200 /);
    for (const count of [3, 4]) {
      await eventually(() => ends.length >= count, 'the next is not worked on');
      expect(ends).toHaveLength(count);
      ends[count - 1]?.();
    }
    for (const { answer } of others) expect(await answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('whose sender has disconnected makes room for the next try of the same account', async () => {
    await formServer({ pace: { overMs: 10_000, bytesPerSecond: 16_000, totalMs: 60_000 } });
    const lost = slow('a');
    await eventually(async () => (await formFolders()).length === 1, 'the first is not read');
    lost.link.destroy();
    expect(await quick('a').answer).toMatch(/^HTTP\/1\.1 200 /);
    await eventually(async () => (await formFolders()).length === 0, 'files of forms are left');
  });

  test('beyond the permits of one address waits, while another address is served', async () => {
    const pace = { overMs: 2_000, bytesPerSecond: 16_000, totalMs: 60_000 };
    await formServer({ pace, places: { ...PLACES, ofOne: 1 } });
    const holding = slow('a');
    await eventually(async () => (await formFolders()).length === 1, 'the first is not read');
    const answers: string[] = [];
    const waiting = quick('b').answer.then((answer) => answers.push(answer));
    const elsewhere = send({ who: 'c', from: '192.0.2.2', size: 1_000, piece: 1_000, everyMs: 1 });
    expect(await elsewhere.answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answers).toEqual([]);
    expect(await holding.answer).toMatch(/^HTTP\/1\.1 408 /);
    await waiting;
    expect(answers[0]).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('whose sender disconnects while its folder is created leaves no folder and no listener', async () => {
    const read = readForm(['driver_photo'], {
      pace: { overMs: 100, bytesPerSecond: 16_000, totalMs: 60_000 },
      places: PLACES,
    });
    const went: { passedOn: number; listening: number }[] = [];
    const app = express();
    app.post('/', async (request, response) => {
      let passedOn = 0;
      const before = response.listenerCount('close');
      const reading = read(request, response, () => {
        passedOn += 1;
      });
      // The code that removes the folder is registered just before the folder is created.
      while (response.listenerCount('close') === before) await Promise.resolve();
      request.socket.destroy();
      const gone = new Promise((resolve) => response.once('close', resolve));
      await Promise.all([reading, gone]);
      went.push({ passedOn, listening: response.listenerCount('close') });
    });
    served = await serve(app);
    for (let n = 0; n < 20; n += 1) await quick(`goes${n}`).answer;
    await eventually(() => went.length === 20, 'not every form was dealt with');
    expect(went.filter(({ passedOn, listening }) => passedOn + listening > 0)).toEqual([]);
    await eventually(async () => (await formFolders()).length === 0, 'the folder of a form is left');
  });

  test('left behind by a process that died is deleted after an hour', async () => {
    const [old, young] = ['old', 'young'].map((name) => join(folder, 'forms', name));
    for (const path of [old, young]) await mkdir(path ?? '', { recursive: true });
    const before = new Date(Date.now() - 2 * 3_600_000);
    await utimes(old ?? '', before, before);
    await removeOldForms();
    expect(await formFolders()).toEqual(['young']);
    await rm(young ?? '', { recursive: true });
  });
});

describe('the server', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  beforeEach(() => configure(readSettings(testSettings(app.dataDir))));
  afterAll(() => app.close());

  test('deletes leftover forms also while it runs', async () => {
    const left = join(app.dataDir, 'forms', 'left');
    await mkdir(left, { recursive: true });
    const before = new Date(Date.now() - 2 * 3_600_000);
    await utimes(left, before, before);
    const stop = startScheduler();
    await eventually(async () => (await formFolders()).length === 0, 'the leftover form is still there').finally(stop);
  });

  test('keeps no temporary file of a received form', async () => {
    const { token } = await app.register('driver');
    expect((await app.request('POST', '/driver/profile', { token, form: profileForm() })).status).toBe(201);
    await eventually(async () => (await formFolders()).length === 0, 'files of forms are left');
  });

  test('refuses a picture that needs much memory to decode, but not an ordinary one of the same width and height', async () => {
    const { token } = await app.register('driver');
    const grey = () =>
      sharp({ create: { width: 5_200, height: 5_000, channels: 3, background: 'grey' } }).toColourspace('b-w');
    const post = async (driver_photo: Buffer) =>
      app.request('POST', '/driver/profile', { token, form: profileForm({}, { driver_photo }) });
    const progressive = await post(await grey().jpeg({ progressive: true }).toBuffer());
    expect([progressive.status, progressive.body]).toMatchObject([400, { code: 'drivers.broken_image' }]);
    expect((await post(await grey().jpeg().toBuffer())).status).toBe(201);
  });
});
