import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import express from 'express';
import sharp from 'sharp';
import { failureHandler } from '../core/failure';
import { profileForm, startTestApp, type TestApp, type TestPerson } from '../testing/app';
import { eventually } from '../testing/live';
import { serve } from '../testing/serve';
import { formFiles, readForm } from './form';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const MEGABYTE = 1_000_000;

/** Begins a form of 20 MB and sends 4 MB of it; `taken` tells how much the server has read. */
async function beginForm({ token }: TestPerson): Promise<{ link: Socket; taken: () => number }> {
  const accepted = once(app.server, 'connection');
  const link = connect(Number(new URL(app.url).port), '127.0.0.1');
  link.on('error', () => undefined);
  const [theirs] = await accepted;
  link.write(
    'POST /api/driver/profile HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=B\r\n' +
      `Content-Length: ${20 * MEGABYTE}\r\nAuthorization: Bearer ${token}\r\n\r\n` +
      '--B\r\nContent-Disposition: form-data; name="driver_photo"; filename="x"\r\n\r\n',
  );
  link.write(Buffer.alloc(4 * MEGABYTE));
  return { link, taken: () => theirs.bytesRead };
}

test('of one person only two forms are read at once, the others wait unread; a broken one makes room', async () => {
  const [driver, other] = [await app.register('driver'), await app.register('driver')];
  const forms: Awaited<ReturnType<typeof beginForm>>[] = [];
  for (let n = 0; n < 4; n++) forms.push(await beginForm(driver));
  const read = () => forms.filter(({ taken }) => taken() > 4 * MEGABYTE).length;
  await eventually(() => read() === 2, 'the first two are not read');
  // Whoever else sends a form is served, and by then an unread one would have been read too.
  expect((await app.request('POST', '/driver/profile', { token: other.token, form: profileForm() })).status).toBe(201);
  expect(read()).toBe(2);
  expect(forms.filter(({ taken }) => taken() < MEGABYTE)).toHaveLength(2);
  for (const { link } of forms.slice(0, 3)) link.destroy();
  await eventually(() => read() >= 3, 'the next ones are not read');
  for (const { link } of forms) link.destroy();
  const answer = await app.request('POST', '/driver/profile', { token: driver.token, form: profileForm() });
  expect(answer.status).toBe(201);
});

test('a form that comes in too slowly is told so and makes room; one at the pace is read', async () => {
  const slow = express();
  slow.post('/', readForm(['driver_photo'], { withinMs: 300, bytes: 1_000, silentMs: 10_000 }), (request, response) => {
    response.json(Object.keys(formFiles(request)));
  });
  slow.use(failureHandler);
  const served = await serve(slow);
  // A piece every 30 ms: about a hundred bytes in each stretch, or a hundred thousand.
  const send = (piece: number) => sendForm(served.port, { pieces: 25, piece, everyMs: 30 });
  expect(await send(10)).toMatch(/^HTTP\/1\.1 408 .*drivers\.upload_slow/s);
  expect(await send(10_000)).toMatch(/^HTTP\/1\.1 200 .*driver_photo/s);
  await served.close();
});

/** Everything that the server answers to a form whose file is sent piece by piece, until the link is closed. */
async function sendForm(port: number, { pieces, piece, everyMs }: { pieces: number; piece: number; everyMs: number }) {
  const head =
    '--B\r\nContent-Disposition: form-data; name="driver_photo"; filename="x"\r\nContent-Type: image/png\r\n\r\n';
  const tail = '\r\n--B--\r\n';
  const link = connect(port, '127.0.0.1');
  let answer = '';
  let left = pieces;
  link.on('error', () => undefined);
  link.on('data', (bytes) => {
    answer += bytes;
  });
  link.write(
    'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: multipart/form-data; boundary=B\r\n' +
      `Content-Length: ${head.length + pieces * piece + tail.length}\r\n\r\n${head}`,
  );
  const timer = setInterval(() => {
    if (left-- > 0) link.write(Buffer.alloc(piece, 'x'));
    if (left === 0) link.write(tail);
  }, everyMs);
  await once(link, 'close');
  clearInterval(timer);
  return answer;
}

test('a picture that takes the memory of many is refused, an ordinary one of its size is not', async () => {
  const { token } = await app.register('driver');
  const grey = () =>
    sharp({ create: { width: 5_200, height: 5_000, channels: 3, background: 'grey' } }).toColourspace('b-w');
  const post = async (driver_photo: Buffer) =>
    app.request('POST', '/driver/profile', { token, form: profileForm({}, { driver_photo }) });
  const inPasses = await post(await grey().jpeg({ progressive: true }).toBuffer());
  expect([inPasses.status, inPasses.body]).toMatchObject([400, { code: 'drivers.broken_image' }]);
  expect((await post(await grey().jpeg().toBuffer())).status).toBe(201);
});
