import { Socket } from 'node:net';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import mongoose from 'mongoose';
import { within } from '../core/within';
import { type PausableLink, pausableLink } from '../testing/pausable-link';
import { eventually } from '../testing/realtime';
import { testDatabaseUri } from '../testing/store';
import { endpointOf } from './address';
import { connect, disconnect } from './connect';

let link: PausableLink;
beforeEach(async () => {
  const uri = new URL(testDatabaseUri());
  link = await pausableLink(endpointOf(uri.toString()));
  uri.host = `127.0.0.1:${link.port}`;
  uri.searchParams.set('directConnection', 'true');
  await connect(uri.toString());
});
afterEach(async () => {
  jest.restoreAllMocks();
  await disconnect();
  await link.close();
});

const ping = async (): Promise<unknown> => mongoose.connection.db?.command({ ping: 1 });

test('a command sent while its connection closes does not wait for ever', async () => {
  await ping();
  const settled: Promise<boolean>[] = [];
  const { destroy } = Socket.prototype;
  jest.spyOn(Socket.prototype, 'destroy').mockImplementation(function (this: Socket, error?: Error) {
    const isOurs = this.remotePort === link.port;
    destroy.call(this, error);
    if (isOurs && settled.length < 10) {
      const settle = () => true;
      settled.push(ping().then(settle, settle));
    }
    return this;
  });
  link.cut();
  await eventually(() => settled.length > 0, 'no connection was closed');
  expect(
    await within(
      Promise.all(settled).then((all) => all.every(Boolean)),
      8_000,
    ),
  ).toBe(true);
}, 30_000);

test('a command larger than the socket buffers fails when its connection fails', async () => {
  await ping();
  link.pause();
  const large = { ping: 1, comment: 'x'.repeat(8_000_000) };
  const failed = mongoose.connection.db?.command(large).then(
    () => false,
    () => true,
  );
  // Large enough to fill the buffers: further writes then wait for 'drain'.
  await eventually(() => link.isFull(), 'the command fits into the buffers');
  link.endNear();
  expect(await within(Promise.resolve(failed ?? false), 8_000)).toBe(true);
}, 30_000);
