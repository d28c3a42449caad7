import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@boli/shared/app/app.endpoints';
import { successStatus } from '@boli/shared/core/endpoint';
import { allEndpoints } from '@boli/shared/endpoints';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import express from 'express';
import { failureHandler } from './core/failure';
import { openApiDocument } from './core/openapi';
import { mounted, route } from './core/route';
import { root } from './root';
import { startTestApp, type TestApp } from './testing/app';
import { VERSION } from './version';
import { webRoutes } from './web';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    settings: {
      CORS_ORIGINS: 'https://app.example.org, https://other.example.org',
      PUBLIC_URL: 'https://boli.example.org',
      TILE_URL: 'https://tiles.example.org/{z}/{x}/{y}.png',
      METRICS_TOKEN: 'a token of sixteen and more',
    },
  });
});
afterAll(() => app.close());

const raw = (path: string, init: RequestInit = {}) => fetch(`${app.url}${path}`, init);

describe('the routes served', () => {
  test('are exactly the endpoints that both sides agree on', () => {
    const name = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
    expect(mounted.map(name).sort()).toEqual(allEndpoints.map(name).sort());
    expect(new Set(mounted.map(name)).size).toBe(mounted.length);
  });

  test('are exactly those of the OpenAPI document, with their answers and parameters', () => {
    const { paths } = openApiDocument();
    if (typeof paths !== 'object' || paths === null) throw new Error('no paths');
    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    expect(documented.sort()).toEqual(allEndpoints.map(({ method, path }) => `${method} ${path}`).sort());
    for (const shape of allEndpoints) {
      const operation = paths[shape.path as keyof typeof paths][shape.method];
      expect(operation).toMatchObject({
        summary: expect.any(String),
        responses: { [successStatus(shape)]: expect.anything(), default: expect.anything() },
      });
    }
  });

  test('answer 401 to nobody and 403 to another role, each of them', async () => {
    const people = {
      customer: await app.register('customer'),
      driver: await app.register('driver'),
      admin: await app.register('admin'),
    };
    const id = '00000000-0000-4000-8000-000000000000';
    for (const { method, path, access } of allEndpoints) {
      if (access === 'public') continue;
      const real = path.replace(/\{\w+\}/g, id);
      expect([method, path, (await app.request(method.toUpperCase(), real)).status]).toEqual([method, path, 401]);
      for (const [role, { token }] of Object.entries(people)) {
        if (access === 'any' || access.some((allowed) => allowed === role)) continue;
        const { status } = await app.request(method.toUpperCase(), real, { token });
        expect([method, path, role, status]).toEqual([method, path, role, 403]);
      }
    }
  });

  test('are documented at /api/docs with nothing from elsewhere', async () => {
    const page = await raw('/api/docs');
    const html = await page.text();
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(html).not.toMatch(/https?:\/\//);
    for (const [, path = ''] of html.matchAll(/(?:href|src)="(\/api[^"]+)"/g))
      expect((await raw(path)).status).toBe(200);
    const document = await (await raw('/api/openapi.json')).json();
    expect(document).toMatchObject({ openapi: '3.1.0', info: { version: VERSION } });
    expect((await raw('/api/docs/package.json')).status).toBe(404);
  });
});

describe('every failure', () => {
  test('is a sentence and a code in JSON, never a page or a stack', async () => {
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

  test('of our own says nothing of its cause', async () => {
    const broken = express();
    broken.get('/', () => {
      throw new Error('the password is 1234');
    });
    broken.use(failureHandler);
    const server = createServer(broken);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const answer = await fetch(`http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}/`);
    expect([answer.status, await answer.json()]).toEqual([
      500,
      { detail: 'Something went wrong on our side. Please try again.', code: 'common.internal' },
    ]);
    server.closeAllConnections();
    server.close();
  });

  test('is no chance to write what is not there: prototypes and operators are dropped or refused', async () => {
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

describe('headers', () => {
  test('allow the page its own parts and the map, and nothing else', async () => {
    const { headers } = await raw('/api/config');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("connect-src 'self' wss://boli.example.org https://tiles.example.org");
    expect(Object.fromEntries(headers)).toMatchObject({
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'permissions-policy': expect.stringContaining('geolocation=(self)'),
    });
    expect(headers.has('x-powered-by')).toBe(false);
  });

  test('let pages of listed origins and the native shells call, and no others', async () => {
    const allowed = async (origin: string, init: RequestInit = {}) =>
      (await raw('/api/config', { ...init, headers: { Origin: origin } })).headers.get('access-control-allow-origin');
    for (const origin of [
      'https://app.example.org',
      'https://boli.example.org',
      'capacitor://localhost',
      'https://localhost',
    ]) {
      expect(await allowed(origin)).toBe(origin);
    }
    for (const origin of ['https://evil.example.org', 'null', 'https://app.example.org.evil.org']) {
      expect(await allowed(origin)).toBeNull();
    }
    const preflight = await raw('/api/auth/login', {
      method: 'OPTIONS',
      headers: { Origin: 'https://other.example.org' },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
      204,
      'Authorization, Content-Type, Idempotency-Key',
    ]);
  });
});

describe('health', () => {
  test('tells that the process lives and is ready', async () => {
    expect(await (await raw('/health/live')).json()).toEqual({ status: 'live' });
    expect(await (await raw('/health/ready')).json()).toEqual({ status: 'ready', database: true });
  });

  test('gives figures to this machine and to the token, not through a proxy without it', async () => {
    await raw('/api/config');
    const text = await (await raw('/metrics')).text();
    expect(text).toContain('http_request_duration_seconds_count{method="GET",route="/api/config",status="200"}');
    expect((await raw('/metrics', { headers: { 'X-Forwarded-For': '203.0.113.9' } })).status).toBe(403);
    const proxied = (token: string) =>
      raw('/metrics', { headers: { 'X-Forwarded-For': '203.0.113.9', Authorization: `Bearer ${token}` } });
    expect((await proxied('another token of sixteen')).status).toBe(403);
    expect((await proxied('a token of sixteen and more')).status).toBe(200);
  });

  test('tells the version of the package', () => {
    const manifest: unknown = JSON.parse(readFileSync(join(root, 'server', 'package.json'), 'utf8'));
    expect(manifest).toMatchObject({ version: VERSION });
  });
});

describe('the built client', () => {
  let folder: string;
  let url: string;
  let close: () => void;
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
    const server = createServer(web);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    url = `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`;
    close = () => {
      server.closeAllConnections();
      server.close();
    };
  });
  afterAll(async () => {
    close();
    await rm(folder, { recursive: true, force: true });
  });

  test('is cached for ever where names carry a hash, asked for anew elsewhere, and answers every page', async () => {
    const get = (path: string, accept = 'text/html') => fetch(`${url}${path}`, { headers: { Accept: accept } });
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
    expect(await (await get('/..%2f..%2f..%2f..%2f..%2fetc/passwd')).text()).toContain('<title>Boli</title>');
  });
});

describe('an answer', () => {
  test('that its schema does not promise fails in tests, so that no page is built on it', async () => {
    const config = await (await raw('/api/config')).json();
    const server = express();
    const answers = [config, { ...Object(config), secret: 1 }, {}];
    for (const [n, answer] of answers.entries()) {
      const router = express.Router();
      route(router, readConfig, async () => JSON.parse(JSON.stringify(answer)));
      server.use(`/${n}`, router);
    }
    server.use(failureHandler);
    const listening = createServer(server);
    await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
    const address = listening.address();
    const url = `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`;
    const codes = await Promise.all(answers.map(async (_, n) => (await fetch(`${url}/${n}/config`)).status));
    listening.closeAllConnections();
    listening.close();
    expect(codes).toEqual([200, 500, 500]);
  });
});
