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

test('the checkout may be loaded only where Razorpay takes the payments', async () => {
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
