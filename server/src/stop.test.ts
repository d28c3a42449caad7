import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { io } from 'socket.io-client';
import { apiAt, type TestPerson } from './testing/app';
import { market } from './testing/market';
import { type ServerProcess, startServerProcess } from './testing/process';
import { openRawLink } from './testing/raw-link';
import { eventually } from './testing/realtime';
import { freePort } from './testing/serve';
import { stopwatch } from './testing/stopwatch';

const STOPS_WITHIN_MS = 3_000;

let folder: string;
const servers: ServerProcess[] = [];
const links: Socket[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'boli-stop-'));
});
afterEach(async () => {
  for (const link of links.splice(0)) link.destroy();
  for (const server of servers.splice(0)) await server.kill();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function start(more: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await startServerProcess({
    DATA_DIR: join(folder, 'data'),
    JWT_SECRET: 'a secret that only the tests of this product use',
    PORT: String(await freePort()),
    ...more,
  });
  servers.push(server);
  return server;
}

/** How a server has stopped: the duration (ms), also without the stalls of the machine (`awake`), and the exit code. */
interface Stopped {
  code: number | null;
  milliseconds: number;
  awake: number;
}

/** Sends the stop signal. */
async function terminate({ child, exit }: ServerProcess): Promise<Stopped> {
  const [from, elapsed] = [performance.now(), stopwatch()];
  child.kill('SIGTERM');
  await exit;
  return { code: child.exitCode, milliseconds: performance.now() - from, awake: elapsed() };
}

/** Opens a TCP connection to the server and sends these bytes; resolves when the server has read them. */
async function link(server: ServerProcess, bytes: string): Promise<Socket> {
  const opened = connect(Number(new URL(server.url).port), '127.0.0.1');
  links.push(opened);
  opened.on('error', () => undefined);
  await new Promise<void>((resolve) => opened.once('connect', resolve));
  if (bytes) await new Promise<void>((resolve) => opened.write(bytes, () => resolve()));
  // Once one call has been answered, the server has also read everything that was sent before.
  await fetch(`${server.url}/health/live`);
  return opened;
}

const UPGRADE =
  'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n';
const KEY = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';
const DOCUMENTATION = 'GET /api/openapi.json HTTP/1.1\r\nHost: here\r\n\r\n';
const LOGIN = '{"email":"nobody@example.org","password":"a wrong password"}';
const login = (length: number) =>
  `POST /api/auth/login HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

/** Peers that send nothing, stop in the middle, or do not read. */
const quietPeers = {
  'a link without a byte': '',
  'half the headers of a request': 'GET /api/config HTTP/1.1\r\nHost:',
  'half the body of a request': `${login(100)}{"email":`,
  'a link that does not read its answers': DOCUMENTATION.repeat(40),
  'half an upgrade': UPGRADE,
  'a websocket that never signs in': `${UPGRADE}${KEY}`,
};

describe('SIGTERM', () => {
  test('ends the server within 3 seconds, with code 0 and all positions written, whatever its clients do', async () => {
    const server = await start();
    const api = apiAt(server.url);
    const steps = market(api);
    const [customer, driver] = [await api.register('customer'), await api.registerDriver()];
    const booking = await steps.drive(driver, await steps.booked(customer, driver), 'in_progress');
    for (const bytes of Object.values(quietPeers)) (await link(server, bytes)).pause();
    const own = await signedIn(server, driver);
    await deafSocket(server, customer);
    await own.timeout(5_000).emitWithAck('booking:location', { booking_id: booking.id, lat: 28.7041, lng: 77.1025 });
    const { code, awake } = await terminate(server);
    own.disconnect();
    expect(code).toBe(0);
    expect(awake).toBeLessThan(STOPS_WITHIN_MS);
    const again = await start();
    const { body } = await apiAt(again.url).request<Booking>('GET', `/bookings/${booking.id}`, {
      token: customer.token,
    });
    expect(body).toMatchObject({ driver_lat: 28.7041, driver_lng: 77.1025 });
  }, 60_000);

  test('lets a running request finish', async () => {
    const server = await start();
    const quiet = await link(server, '');
    quiet.resume();
    const peer = await link(server, `${login(LOGIN.length)}${LOGIN.slice(0, 20)}`);
    let answer = '';
    peer.on('data', (chunk: Buffer) => {
      answer += chunk.toString();
    });
    const stopped = terminate(server);
    await eventually(() => refused(server), 'the server still accepts connections');
    await eventually(() => quiet.destroyed, 'a connection without a request stays open');
    peer.write(LOGIN.slice(20));
    await eventually(() => answer.startsWith('HTTP/1.1 401'), `the request was answered ${answer}`);
    expect((await stopped).code).toBe(0);
  }, 60_000);

  test('continues to serve for DRAIN_SECONDS while it reports that it is not ready', async () => {
    const server = await start({ DRAIN_SECONDS: '2' });
    const stopped = terminate(server);
    await eventually(async () => (await status(server, '/health/ready')) === 503, 'it still says that it is ready');
    expect(await status(server, '/api/config')).toBe(200);
    expect(await status(server, '/health/live')).toBe(200);
    const { code, milliseconds, awake } = await stopped;
    expect(code).toBe(0);
    expect(milliseconds).toBeGreaterThanOrEqual(2_000);
    expect(awake).toBeLessThan(2_000 + STOPS_WITHIN_MS);
  }, 60_000);

  test('closes the sockets one after the other while it drains, refuses new ones with 503, and keeps no connection open after a response', async () => {
    const server = await start({ DRAIN_SECONDS: '10' });
    const customer = await apiAt(server.url).register('customer');
    const lost: number[] = [];
    const notifiedBefore: boolean[] = [];
    for (let count = 0; count < 8; count++) {
      const socket = await signedIn(server, customer);
      let notified = false;
      socket.once('server:stopping', () => {
        notified = true;
      });
      socket.once('disconnect', () => {
        lost.push(performance.now());
        notifiedBefore.push(notified);
      });
    }
    const stopped = terminate(server);
    await eventually(async () => (await status(server, '/health/ready')) === 503, 'it still says that it is ready');
    const upgrade = await openRawLink(server.url);
    expect(upgrade.status).toBe(503);
    expect((await fetch(`${server.url}/api/config`)).headers.get('connection')).toBe('close');
    await eventually(() => lost.length === 8, 'a socket stays open', 15_000);
    // All are closed while the server still answers, with pauses between them.
    expect(await status(server, '/api/config')).toBe(200);
    expect((lost.at(-1) ?? 0) - (lost[0] ?? 0)).toBeGreaterThan(2_500);
    expect(notifiedBefore).toEqual(Array(8).fill(true));
    expect((await stopped).code).toBe(0);
  }, 60_000);
});

async function signedIn(server: ServerProcess, { token }: TestPerson) {
  const socket = io(server.url, { transports: ['websocket'], auth: { token }, forceNew: true, reconnection: false });
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  return socket;
}

/** A socket that has signed in and then reads nothing, not even the closing frame. */
async function deafSocket(server: ServerProcess, { token }: TestPerson): Promise<void> {
  const peer = await link(server, `${UPGRADE}${KEY}`);
  let read = '';
  peer.on('data', (chunk: Buffer) => {
    read += chunk.toString('latin1');
  });
  await eventually(() => read.includes('pingInterval'), 'no websocket was opened');
  peer.write(textFrame(`40${JSON.stringify({ token })}`));
  await eventually(() => read.includes('40{"sid"'), 'the socket was not accepted');
  peer.pause();
}

/** A text as a client's websocket frame, masked by zeros. */
function textFrame(text: string): Buffer {
  const body = Buffer.from(text);
  const head = Buffer.from([0x81, 0x80 | 126, body.length >> 8, body.length & 0xff, 0, 0, 0, 0]);
  return Buffer.concat([head, body]);
}

const status = (server: ServerProcess, path: string) =>
  fetch(`${server.url}${path}`, { headers: { Connection: 'close' } }).then(
    (answer) => answer.status,
    () => 0,
  );

/** Whether the server refuses new connections. */
function refused({ url }: ServerProcess): Promise<boolean> {
  return new Promise((resolve) => {
    const tried = connect(Number(new URL(url).port), '127.0.0.1');
    tried.once('connect', () => {
      tried.destroy();
      resolve(false);
    });
    tried.once('error', () => resolve(true));
  });
}
