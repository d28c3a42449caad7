import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import express from 'express';
import { failureHandler } from './core/failure';
import { configure, readSettings } from './settings';
import { testSettings } from './testing/app';
import { type Served, serve } from './testing/serve';
import { webRoutes } from './web';

/** The files that are built in more than one encoding, with their types. */
const packed = {
  'index.html': 'text/html; charset=utf-8',
  'icon.svg': 'image/svg+xml',
  'assets/packed-abc.js': 'text/javascript; charset=utf-8',
};

describe('the built client', () => {
  let folder: string;
  let served: Served;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'boli-web-'));
    configure(readSettings(testSettings(folder)));
    await mkdir(join(folder, 'assets'));
    await writeFile(join(folder, 'sw.js'), '//');
    await writeFile(join(folder, 'assets', 'index-abc.js'), '//');
    await writeFile(join(folder, '.stamp'), 'secret');
    for (const [name, type] of Object.entries(packed)) {
      await writeFile(join(folder, name), `${type} as it is ${'x'.repeat(2_000)}`);
      await writeFile(join(folder, `${name}.br`), brotliCompressSync(`${type} by br`));
      await writeFile(join(folder, `${name}.gz`), gzipSync(`${type} by gzip`));
    }
    const web = express();
    web.use(webRoutes(folder));
    web.use(failureHandler);
    served = await serve(web);
  });
  afterAll(async () => {
    await served.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('has a cache time of a year for files with a hash in their name, and revalidation for all others; every page path returns the app', async () => {
    const get = (path: string, accept = 'text/html') => fetch(`${served.url}${path}`, { headers: { Accept: accept } });
    const caching = async (path: string) => (await get(path)).headers.get('cache-control');
    expect(await caching('/assets/index-abc.js')).toBe('public, max-age=31536000, immutable');
    expect([await caching('/'), await caching('/sw.js'), await caching('/auth')]).toEqual([
      'no-cache',
      'no-cache',
      'no-cache',
    ]);
    expect(await (await get('/auth')).text()).toContain('text/html; charset=utf-8 ');
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
    expect(await (await get('/..%2f..%2f..%2f..%2f..%2fetc/passwd')).text()).toContain('text/html; charset=utf-8 ');
  });

  test('is sent in the precompressed encoding that the caller accepts', async () => {
    for (const [name, type] of [...Object.entries(packed), ['auth', packed['index.html']] as const]) {
      const ask = (accepted: string, headers: Record<string, string> = {}) =>
        fetch(`${served.url}/${name}`, { headers: { Accept: 'text/html', 'Accept-Encoding': accepted, ...headers } });
      for (const [accepted, encoding, text] of [
        ['gzip, deflate, br, zstd', 'br', `${type} by br`],
        ['gzip, br;q=0', 'gzip', `${type} by gzip`],
        ['deflate', null, expect.stringContaining(`${type} as it is`)],
      ] as const) {
        const answer = await ask(accepted);
        const { headers } = answer;
        expect([
          answer.status,
          headers.get('content-encoding'),
          headers.get('content-type'),
          headers.get('vary'),
        ]).toEqual([200, encoding, type, 'Accept-Encoding']);
        expect(await answer.text()).toEqual(text);
        // Without the second header, `fetch` adds `Cache-Control: no-cache`, and the whole file is sent again.
        const known = { 'If-None-Match': headers.get('etag') ?? '', 'Cache-Control': 'max-age=0' };
        const again = await ask(accepted, known);
        expect(again.status).toBe(304);
      }
      const unmet = await ask('br', { 'If-Match': '"other"' });
      expect([unmet.status >= 400, unmet.headers.get('content-encoding')]).toEqual([true, null]);
      expect(await unmet.json()).toMatchObject({ code: expect.any(String) });
    }
  });
});
