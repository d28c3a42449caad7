import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import express from 'express';
import { failureHandler } from './core/failure';
import { type Served, serve } from './testing/serve';
import { webRoutes } from './web';

describe('the built client', () => {
  let folder: string;
  let served: Served;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'boli-web-'));
    await mkdir(join(folder, 'assets'));
    await writeFile(join(folder, 'index.html'), '<!doctype html><title>Boli</title>');
    await writeFile(join(folder, 'sw.js'), '//');
    await writeFile(join(folder, 'assets', 'index-abc.js'), '//');
    await writeFile(join(folder, '.stamp'), 'secret');
    const web = express();
    web.use(webRoutes(folder));
    web.use(failureHandler);
    served = await serve(web);
  });
  afterAll(async () => {
    await served.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('is cached for ever where names carry a hash, asked for anew elsewhere, and answers every page', async () => {
    const get = (path: string, accept = 'text/html') => fetch(`${served.url}${path}`, { headers: { Accept: accept } });
    const caching = async (path: string) => (await get(path)).headers.get('cache-control');
    expect(await caching('/assets/index-abc.js')).toBe('public, max-age=31536000, immutable');
    expect([await caching('/'), await caching('/sw.js'), await caching('/auth')]).toEqual([
      'no-cache',
      'no-cache',
      'no-cache',
    ]);
    expect(await (await get('/auth')).text()).toContain('<title>Boli</title>');
    expect((await get('/auth', 'application/json')).status).toBe(404);
    expect((await get('/assets/gone.js')).status).toBe(404);
    expect((await get('/.stamp')).status).toBe(404);
    const unmet = { Accept: 'text/html', 'If-Match': '"other"' };
    const beyond = { Accept: 'text/html', Range: 'bytes=9999-' };
    for (const [headers, status] of [
      [unmet, 412],
      [beyond, 416],
    ] as const) {
      const refused = await fetch(`${served.url}/auth`, { headers });
      expect([refused.status, refused.headers.get('content-type')]).toEqual([
        status,
        'application/json; charset=utf-8',
      ]);
    }
    expect(await (await get('/..%2f..%2f..%2f..%2f..%2fetc/passwd')).text()).toContain('<title>Boli</title>');
  });
});
