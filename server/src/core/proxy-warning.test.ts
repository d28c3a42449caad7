import { afterEach, expect, jest, test } from '@jest/globals';
import { startTestApp } from '../testing/app';
import { logger } from './logger';

const forwarded = { headers: { 'x-forwarded-for': '203.0.113.7' } };
afterEach(() => {
  jest.restoreAllMocks();
});

test.each([
  ['0', 1],
  ['1', 0],
])(
  'with TRUST_PROXY=%s the number of warnings for three requests through a proxy is %d',
  async (TRUST_PROXY, times) => {
    const app = await startTestApp({ settings: { TRUST_PROXY } });
    // Setting the level, which the app does, replaces the logger's methods.
    const warned = jest.spyOn(logger, 'warn');
    const ofProxy = () => warned.mock.calls.filter(([text]) => String(text).includes('TRUST_PROXY'));
    try {
      await app.request('GET', '/config');
      expect(ofProxy()).toHaveLength(0);
      for (let n = 0; n < 3; n++) await app.request('GET', '/config', forwarded);
      expect(ofProxy()).toHaveLength(times);
    } finally {
      await app.close();
    }
  },
);
