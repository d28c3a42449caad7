import { expect, test } from '@jest/globals';
import express from 'express';
import { serve } from '../testing/serve';
import { requestTimeout } from './request-timeout';

test('a call that has waited too long gets 503 even if the database becomes silent only during the call', async () => {
  const app = express();
  let checks = 0;
  app.use(requestTimeout(() => ++checks > 3));
  // Simulates a call that hangs on the database, such as an upload whose body took seconds to arrive.
  app.get('/', () => undefined);
  const { url, close } = await serve(app);
  const answer = await fetch(url, { signal: AbortSignal.timeout(10_000) }).catch(() => null);
  expect([answer?.status, answer?.headers.get('retry-after'), await answer?.json()]).toMatchObject([
    503,
    '3',
    { code: 'common.unavailable' },
  ]);
  expect(checks).toBe(4);
  await close();
}, 30_000);
