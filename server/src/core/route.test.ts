import { readConfig } from '@boli/shared/app/app.endpoints';
import { successStatus } from '@boli/shared/core/endpoint';
import { allEndpoints } from '@boli/shared/endpoints';
import { describe, expect, test } from '@jest/globals';
import express, { Router } from 'express';
import { serve } from '../testing/serve';
import { setUpApp } from '../testing/set-up';
import { VERSION } from '../version';
import { mountRoutes } from '../wiring/wire';
import { failureHandler } from './failure';
import { openApiDocument } from './openapi';
import { mountedOn, route } from './route';

const app = setUpApp();

const raw = (path: string) => fetch(`${app.url}${path}`);

describe('the served routes', () => {
  test('are exactly the endpoints declared in shared', () => {
    const name = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
    const router = Router();
    mountRoutes(router);
    expect(mountedOn(router).map(name).sort()).toEqual(allEndpoints.map(name).sort());
  });

  test('are exactly those of the OpenAPI document, each with a summary and its responses', () => {
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

  test('answer 401 without a token, 403 to another role, and 401 to an access token in place of a position token', async () => {
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
        if (access === 'position') {
          const { status } = await app.request(method.toUpperCase(), real, { token });
          expect([method, path, role, status]).toEqual([method, path, role, 401]);
          continue;
        }
        if (access === 'any' || access.some((allowed) => allowed === role)) continue;
        const { status } = await app.request(method.toUpperCase(), real, { token });
        expect([method, path, role, status]).toEqual([method, path, role, 403]);
      }
    }
  });

  test('are documented at /api/docs without content from other hosts', async () => {
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

  test('have a document that is compressed with an encoding that the caller accepts, or not at all', async () => {
    for (const [accepted, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
      ['deflate', null],
    ] as const) {
      const answer = await fetch(`${app.url}/api/openapi.json`, { headers: { 'Accept-Encoding': accepted } });
      expect([answer.headers.get('content-encoding'), answer.headers.get('vary')]).toEqual([
        encoding,
        expect.stringContaining('Accept-Encoding'),
      ]);
      expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(openApiDocument())));
    }
  });

  test('do not compress their answers for a caller that accepts only deflate', async () => {
    const encodingOf = async (path: string) =>
      (await fetch(`${app.url}${path}`, { headers: { 'Accept-Encoding': 'deflate' } })).headers.get('content-encoding');
    expect(await encodingOf('/api/docs/swagger-ui-bundle.js')).toBeNull();
    expect(await encodingOf('/api/openapi.json')).toBeNull();
    const { token } = await app.register('admin');
    const listed = await fetch(`${app.url}/api/admin/log?limit=200`, {
      headers: { 'Accept-Encoding': 'deflate', Authorization: `Bearer ${token}` },
    });
    expect([listed.status, listed.headers.get('vary')]).toEqual([200, expect.stringContaining('Accept-Encoding')]);
  });
});

describe('an answer', () => {
  test('that does not match its schema fails in tests, so that no page relies on it', async () => {
    const config = await (await fetch(`${app.url}/api/config`)).json();
    const server = express();
    const answers = [config, { ...Object(config), secret: 1 }, {}];
    for (const [n, answer] of answers.entries()) {
      const router = express.Router();
      route(router, readConfig, async () => JSON.parse(JSON.stringify(answer)));
      server.use(`/${n}`, router);
    }
    server.use(failureHandler);
    const { url, close } = await serve(server);
    const codes = await Promise.all(answers.map(async (_, n) => (await fetch(`${url}/${n}/config`)).status));
    await close();
    expect(codes).toEqual([200, 500, 500]);
  });
});
