import { createHash } from 'node:crypto';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import express from 'express';
import { configure, readSettings, settings } from '../settings';
import { serve } from '../testing/serve';
import { setUpApp } from '../testing/set-up';
import { securityHeaders } from './security';

const app = setUpApp({
  settings: {
    CORS_ORIGINS: 'https://app.example.org, https://other.example.org',
    PUBLIC_URL: 'https://boli.example.org',
    TILE_URL: 'https://tiles.example.org/{z}/{x}/{y}.png',
  },
});

const raw = (path: string, init: RequestInit = {}) => fetch(`${app.url}${path}`, init);

describe('security headers', () => {
  test('allow the page its own resources and the map, and nothing else', async () => {
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

  test('allow calls from pages of listed origins and from the native shells, and from no others', async () => {
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
      'Authorization, Content-Type, Idempotency-Key, Range, traceparent',
    ]);
  });
});

test('the payment checkout script is allowed only if Razorpay takes the payments', async () => {
  const before = settings();
  configure(readSettings({ RAZORPAY_KEY_ID: 'rzp_test_1', RAZORPAY_KEY_SECRET: 'a secret' }));
  const server = express().use(securityHeaders());
  server.get('/', (_request, response) => void response.end());
  const { url, close } = await serve(server);
  const { headers } = await fetch(url);
  await close();
  configure(before);
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("script-src 'self' https://checkout.razorpay.com");
  expect(policy).toContain('frame-src https://api.razorpay.com https://checkout.razorpay.com');
  expect(headers.get('permissions-policy')).toContain('payment=(self "https://api.razorpay.com"');
  expect((await raw('/api/config')).headers.get('content-security-policy')).not.toContain('razorpay');
});

test('the inline scripts of a page are allowed by their hashes, which change with the file; other paths allow none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'boli-page-'));
  const file = join(folder, 'index.html');
  const server = express().use(securityHeaders(file));
  server.use((_request, response) => void response.end());
  const { url, close } = await serve(server);
  const scriptsOf = async (path: string) =>
    /script-src ([^;]*)/.exec((await fetch(`${url}${path}`)).headers.get('content-security-policy') ?? '')?.[1];
  const hash = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
  expect(await scriptsOf('/')).toBe("'self'");
  await writeFile(file, '<script>\n one() </script><script type="module" src="/a.js"></script><script>two()</script>');
  expect(await scriptsOf('/auth')).toBe(`'self' ${hash('\n one() ')} ${hash('two()')}`);
  for (const path of ['/api/config', '/assets/a-1.js', '/assets/a-1.css?of=index.html', '/icon-192.png'])
    expect([path, await scriptsOf(path)]).toEqual([path, "'self'"]);
  expect(await scriptsOf('/index.html')).toBe(await scriptsOf('/auth'));
  await writeFile(file, '<script>three()</script>');
  await utimes(file, new Date(), new Date(Date.now() + 5_000));
  expect(await scriptsOf('/?booking=1')).toBe(`'self' ${hash('three()')}`);
  await close();
  await rm(folder, { recursive: true });
});
