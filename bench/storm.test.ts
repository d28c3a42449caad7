import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { addressOf, RawClient } from './p13/client';
import { roomIn, shortageOf } from './p13/room';

let server: Server | null = null;
let client: RawClient | null = null;
const links = new Set<Socket>();

afterEach(async () => {
  client?.end();
  for (const link of links) link.destroy();
  links.clear();
  if (server?.listening) await new Promise((closed) => server?.close(closed));
});

/** A server that hands the first request of each connection to `answer`. */
async function serve(answer: (request: string, link: Socket) => void): Promise<number> {
  const listening = createServer((link) => {
    links.add(link);
    link.on('error', () => undefined);
    link.once('data', (chunk) => answer(String(chunk), link));
  });
  server = listening;
  listening.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  return (listening.address() as AddressInfo).port;
}

const isUpgrade = (request: string) => request.includes('Upgrade: websocket');

function frame(payload: string): Buffer {
  const size = Buffer.byteLength(payload);
  const long = Buffer.alloc(10);
  long.set([0x81, 127]);
  long.writeUInt32BE(size, 6);
  const short = size < 126 ? [0x81, size] : [0x81, 126, size >> 8, size & 0xff];
  return Buffer.concat([size < 65_536 ? Buffer.from(short) : long, Buffer.from(payload)]);
}

/** Everything that a hub sends until a client is fresh, which means: has the current state. The last frame is long. */
const welcome = Buffer.concat([
  Buffer.from('HTTP/1.1 101 Switching Protocols\r\n\r\n'),
  frame('0{"sid":"a"}'),
  frame('40{"sid":"b"}'),
  frame(`42["ride:updated",${'1'.repeat(300)}]`),
  frame(`430[{"ok":true,"more":${'2'.repeat(70_000)}}]`),
]);

async function until(holds: () => boolean): Promise<void> {
  const longest = performance.now() + 10_000;
  while (!holds() && performance.now() < longest) await new Promise((resolve) => setTimeout(resolve, 5));
}

function connectTo(port: number, connectWithinMs?: number): RawClient {
  const route = { port, from: '127.1.2.3', ...(connectWithinMs && { connectWithinMs }) };
  const made = new RawClient(route, { token: 'a', watch: ['rides:watch', {}] });
  client = made;
  made.open();
  return made;
}

test('a client is fresh after the acknowledgement of its watch, however the bytes are divided', async () => {
  const port = await serve((_request, link) => {
    link.setNoDelay(true);
    let at = 0;
    const next = () => {
      link.write(welcome.subarray(at, at + 7));
      at += 7;
      if (at < welcome.length) setImmediate(next);
    };
    next();
  });
  const one = connectTo(port);
  await until(() => one.isFresh);
  expect(one.isFresh).toBe(true);
  expect([...links].map(({ remoteAddress }) => remoteAddress)).toEqual(['127.1.2.3']);
  expect([one.refused, one.lost, one.unwatched]).toEqual([0, 0, 0]);
});

test('a client whose connection does not open in time counts it as lost, requests its turn, and connects again', async () => {
  const asked: string[] = [];
  const port = await serve((request, link) => {
    asked.push(isUpgrade(request) ? 'upgrade' : 'turn');
    if (asked.length === 3) link.write(welcome);
    else if (!isUpgrade(request)) link.end('HTTP/1.1 400 Bad Request\r\n\r\n');
  });
  const one = connectTo(port, 2_000);
  await until(() => one.isFresh);
  expect(one.isFresh).toBe(true);
  expect(asked).toEqual(['upgrade', 'turn', 'upgrade']);
  expect([one.refused, one.lost]).toEqual([0, 1]);
});

test('a refused client connects again only after the seconds that the server names', async () => {
  const times: number[] = [];
  const port = await serve((request, link) => {
    times.push(performance.now());
    if (!isUpgrade(request)) link.end('HTTP/1.1 503 Service Unavailable\r\nRetry-After: 2\r\n\r\n');
    else if (times.length === 1) link.end('HTTP/1.1 503 Service Unavailable\r\n\r\n');
    else link.write(welcome);
  });
  const one = connectTo(port);
  await until(() => one.isFresh);
  expect(one.isFresh).toBe(true);
  const [, asked = 0, came = 0] = times;
  expect(came - asked).toBeGreaterThanOrEqual(1_990);
  expect([one.refused, one.lost]).toEqual([1, 0]);
});

test('ten thousand clients use a hundred addresses; a sentence says whether a machine has too few files or too little memory for them', () => {
  expect(new Set(Array.from({ length: 10_000 }, (_, nth) => addressOf(nth))).size).toBe(100);
  expect([addressOf(0), addressOf(25_599), addressOf(25_600)]).toEqual(['127.1.0.0', '127.1.0.255', '127.1.1.0']);
  const room = roomIn('Limit Soft Hard\nMax open files            1024                 20000                files', '');
  expect(room.files).toBe(20_000);
  expect(roomIn('', 'MemTotal: 9 kB\nMemAvailable:    2048 kB\n').memory).toBe(2_097_152);
  expect(shortageOf(10_000, { files: 20_000, memory: 4e9 })).toBeNull();
  expect(shortageOf(10_000, { files: 4_096, memory: 4e9 })).toContain('4096 files');
  expect(shortageOf(10_000, { files: 20_000, memory: 1e9 })).toContain('1000 MB');
});
