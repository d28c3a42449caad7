import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { root } from '../root';
import { configure, settings } from '../settings';
import { setUpApp } from '../testing/set-up';
import { VERSION } from '../version';

const app = setUpApp({ settings: { METRICS_TOKEN: 'a token of sixteen and more' } });

const raw = (path: string, init: RequestInit = {}) => fetch(`${app.url}${path}`, init);

describe('health', () => {
  test('reports the process as alive and ready', async () => {
    expect(await (await raw('/health/live')).json()).toEqual({ status: 'live' });
    expect(await (await raw('/health/ready')).json()).toEqual({
      status: 'ready',
      database: true,
      indexes: true,
      disk: 'ok',
    });
  });

  test('is never cached, and does not change the caching of other answers', async () => {
    const caching = async (path: string) => (await raw(path)).headers.get('cache-control');
    expect(await caching('/health/live')).toBe('no-store');
    expect(await caching('/metrics')).toBe('no-store');
    expect(await caching('/api/config')).toBe('no-store');
    expect(await caching('/anything/else.txt')).toBeNull();
  });

  test('gives metrics to local callers and to callers with the token, but not through a proxy without the token', async () => {
    await raw('/api/config');
    const text = await (await raw('/metrics')).text();
    expect(text).toContain('http_request_duration_seconds_count{method="GET",route="/api/config",status="200"}');
    // Without other nodes there is no link that could be down.
    expect(text).not.toMatch(/^node_link_up /m);
    for (const name of ['X-Forwarded-For', 'X-Real-IP', 'Via', 'Forwarded']) {
      expect((await raw('/metrics', { headers: { [name]: '203.0.113.9' } })).status).toBe(403);
    }
    const proxied = (token: string) =>
      raw('/metrics', { headers: { 'X-Forwarded-For': '203.0.113.9', Authorization: `Bearer ${token}` } });
    expect((await proxied('another token of sixteen')).status).toBe(403);
    expect((await proxied('a token of sixteen and more')).status).toBe(200);
  });

  test('gives no metrics for a wrong token, not even to a local caller', async () => {
    for (const Authorization of ['Bearer another token of sixteen', 'bearer x', 'Basic YTpi', 'Bearer']) {
      expect((await raw('/metrics', { headers: { Authorization } })).status).toBe(403);
    }
    const before = settings();
    configure({ ...before, METRICS_TOKEN: undefined });
    expect((await raw('/metrics', { headers: { Authorization: 'Bearer undefined' } })).status).toBe(403);
    expect((await raw('/metrics')).status).toBe(200);
    configure(before);
  });
});

test('the constant VERSION equals the version in package.json', () => {
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'server', 'package.json'), 'utf8'));
  expect(manifest).toMatchObject({ version: VERSION });
});
