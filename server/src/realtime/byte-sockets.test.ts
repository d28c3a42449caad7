import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { WebSocket } from 'ws';
import { eventually } from '../testing/realtime';
import { ByteSocketServer } from './byte-sockets';

let server: ByteSocketServer;
let [ours, theirs]: WebSocket[] = [];

beforeEach(async () => {
  server = new ByteSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const connected = once(server, 'connection');
  theirs = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  [ours] = await connected;
  await eventually(() => theirs?.readyState === WebSocket.OPEN, 'the client is not connected');
});

afterEach(() => {
  theirs?.terminate();
  ours?.terminate();
  server.close();
});

test('a text message arrives as text, a binary one as bytes', async () => {
  const received: [string, boolean][] = [];
  theirs?.on('message', (data, isBinary) => received.push([String(data), isBinary]));
  ours?.send('सेक्टर 17');
  ours?.send(Buffer.from('raw'));
  await eventually(() => received.length === 2, 'not everything has arrived');
  expect(received).toEqual([
    ['सेक्टर 17', false],
    ['raw', true],
  ]);
});

test('a text that waits for a slow client uses only its own size in memory', () => {
  theirs?.pause();
  const size = 20_000_000;
  const before = process.memoryUsage().arrayBuffers;
  ours?.send('x'.repeat(size));
  expect(ours?.bufferedAmount).toBeGreaterThan(size / 2);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(size * 1.5);
});
