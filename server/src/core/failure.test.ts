import { once } from 'node:events';
import { describe, expect, test } from '@jest/globals';
import express from 'express';
import mongoose from 'mongoose';
import { endpointOf } from '../store/address';
import { pausableLink } from '../testing/pausable-link';
import { serve } from '../testing/serve';
import { setUpApp } from '../testing/set-up';
import { testDatabaseUri } from '../testing/store';
import { asAppError, failureHandler } from './failure';

const app = setUpApp();

const raw = (path: string, init: RequestInit = {}) => fetch(`${app.url}${path}`, init);

describe('failures and invalid input:', () => {
  test('every failure is a message and a code in JSON, never a page or a stack trace', async () => {
    const { token } = await app.register('customer');
    const json = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const put = (body: string | Uint8Array, headers: Record<string, string> = json) =>
      raw('/api/auth/me', { method: 'PUT', body: typeof body === 'string' ? body : body.slice(), headers });
    const cases: [Promise<Response>, number][] = [
      [raw('/api/nothing'), 404],
      [raw('/api'), 404],
      [raw('/api/auth/me', { method: 'DELETE', headers: json }), 404],
      [raw('/api/%ff'), 404],
      [raw('/api/bookings/%ff', { headers: json }), 404],
      [raw('/api/bookings/..%2f..%2fetc', { headers: json }), 404],
      [put('{"name": '), 400],
      [put('[]'), 400],
      [put('null'), 400],
      [put('"text"'), 400],
      [put(`{"name": "${'x'.repeat(110_000)}"}`), 413],
      [put('{}', { ...json, 'Content-Type': 'text/plain' }), 400],
      [put('{}', { ...json, 'Content-Type': 'application/json; charset=klingon' }), 415],
      [put(new Uint8Array([0x7b, 0x22, 0xff, 0xfe]), json), 400],
      [raw('/nothing.png'), 404],
      [raw('/assets/nothing.js'), 404],
      [raw('/anything', { method: 'POST', body: '{}' }), 404],
    ];
    for (const [asking, status] of cases) {
      const answer = await asking;
      const body = await answer.json();
      expect([answer.url, answer.status, answer.headers.get('content-type')]).toEqual([
        answer.url,
        status,
        'application/json; charset=utf-8',
      ]);
      expect(body).toMatchObject({
        detail: expect.stringMatching(/^[^{}<>]{5,200}$/),
        code: expect.stringMatching(/^\w+\.\w+$/),
      });
    }
  });

  test('a failure with an internal cause says nothing about the cause', async () => {
    const broken = express();
    broken.get('/', () => {
      throw new Error('the password is 1234');
    });
    broken.use(failureHandler);
    const { url, close } = await serve(broken);
    const answer = await fetch(url);
    expect([answer.status, await answer.json()]).toEqual([
      500,
      { detail: 'Something went wrong on our side. Please try again.', code: 'common.internal' },
    ]);
    await close();
  });

  test('keys such as `__proto__` are ignored, and MongoDB operators in place of values are refused', async () => {
    const { token } = await app.register('customer');
    const body = JSON.parse(
      '{"name":"Ravi","__proto__":{"role":"admin"},"constructor":{"prototype":{"role":"admin"}}}',
    );
    expect((await app.request('PUT', '/auth/me', { token, body })).body).toMatchObject({
      name: 'Ravi',
      role: 'customer',
    });
    expect(Reflect.get({}, 'role')).toBeUndefined();
    const login = { email: { $gt: '' }, password: { $gt: '' } };
    expect((await app.request('POST', '/auth/login', { body: login })).status).toBe(400);
  });
});

test('each way in which the database can be unavailable gets 503; a programming error does not', () => {
  const { mongo } = mongoose;
  class PoolClearedOnNetworkError extends mongo.MongoNetworkError {}
  const away = [
    new mongo.MongoNetworkError('the connection broke'),
    new mongo.MongoNetworkTimeoutError('no answer'),
    new PoolClearedOnNetworkError('interrupted due to server monitor timeout'),
    new mongo.MongoServerError({ message: 'interrupted at shutdown', code: 11600 }),
    new mongo.MongoServerError({ message: 'cursor id 7 not found', code: 43 }),
    Object.assign(new Error('the pool is closed'), { name: 'MongoPoolClosedError' }),
    new mongoose.mongo.MongoServerClosedError('the server is closed'),
    new mongo.MongoExpiredSessionError(),
    new mongoose.mongo.MongoUnexpectedServerResponseError('Selected server does not support retryable writes'),
  ];
  for (const error of away) expect([error.name, asAppError(error)?.status]).toEqual([error.name, 503]);
  for (const error of [new mongo.MongoServerError({ message: 'duplicate key', code: 11000 }), new TypeError('x')]) {
    expect(asAppError(error)).toBeNull();
  }
});

describe('a database connection that breaks during', () => {
  const { MongoClient } = mongoose.mongo;
  type Writing = (client: InstanceType<typeof MongoClient>) => Promise<unknown>;
  const update = { updateOne: { filter: { n: 1 }, update: { $set: { n: 2 } } } };
  const cases: [string, Writing][] = [
    ['a bulk write', (client) => client.db('links').collection('rides').bulkWrite([update])],
    ['a write too long to be sent at once', (client) => client.db('links').command({ ping: 'x'.repeat(12_000_000) })],
  ];
  test.each(cases)('%s gets 503', async (_, write) => {
    const link = await pausableLink(endpointOf(testDatabaseUri()));
    const uri = `mongodb://127.0.0.1:${link.port}/?directConnection=true&retryWrites=false`;
    const client = new MongoClient(uri, { monitorCommands: true });
    try {
      await client.db('links').command({ ping: 1 });
      link.pause();
      const begun = once(client, 'commandStarted');
      const failed = write(client).then(
        () => null,
        (error: unknown) => error,
      );
      await begun;
      await new Promise((resolve) => setImmediate(resolve));
      link.cut();
      const error = await failed;
      expect([String(error), asAppError(error)?.status]).toEqual([String(error), 503]);
    } finally {
      link.resume();
      await client.close(true);
      await link.close();
    }
  });
});
