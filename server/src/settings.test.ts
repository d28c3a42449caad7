import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { root } from './root';
import { adminSignup, gatewayMode, hasMail, readSettings, refusesCommonPasswords, settingExamples } from './settings';
import { describeStart, startWarnings } from './start-text';

const example = readFileSync(join(root, '.env.example'), 'utf8');
const listed = new Map(
  [...example.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value] as const),
);

describe('settings', () => {
  test('are all listed in .env.example with their defaults, and .env.example lists nothing else', () => {
    const defaults = Object.entries(readSettings({})).map(([name, value]) => [name, String(value ?? '')]);
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(defaults));
  });

  test('can be loaded from .env.example unchanged', () => {
    expect(readSettings(Object.fromEntries(listed))).toEqual(readSettings({}));
  });

  test.each(Object.entries(settingExamples))('%s accepts the example that its error message names', (name, value) => {
    const needs: Record<string, Record<string, string>> = {
      NODE_ENV: { JWT_SECRET: 'x'.repeat(32) },
      SMTP_URL: { MAIL_FROM: 'no-reply@example.org', PUBLIC_URL: 'https://example.org' },
      APNS_KEY: { APNS_KEY_ID: 'ABC123DEFG', APNS_TEAM_ID: 'DEF123GHIJ', APNS_TOPIC: 'org.example.cabs' },
      REDIS_URL: { MONGODB_URI: 'mongodb://127.0.0.1/boli', JWT_SECRET: 'x'.repeat(32) },
    };
    expect(() => readSettings({ ...needs[name], [name]: value })).not.toThrow();
  });

  test.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['MONGODB_URI', 'localhost:27017'],
    ['UPLOADS_URI', '/var/uploads'],
    ['UPLOADS_URI', 's3://'],
    ['JWT_SECRET', 'short'],
    ['WORKERS', '0'],
    ['REDIS_URL', 'localhost:6379'],
    ['JWT_EXPIRES_IN', '7 days'],
    ['ADMIN_SIGNUP', 'maybe'],
    ['TILE_URL', 'https://tiles.example.org/'],
    ['REQUIRE_DRIVER_VERIFICATION', 'perhaps'],
    ['NODE_ENV', 'prod'],
    ['SMTP_URL', 'https://mail.example.org'],
    ['SMTP_URL', 'smtp:mail'],
    ['MAIL_FROM', 'Boli'],
    ['MAIL_FROM', 'Boli <no-reply@example.org>\nBcc: eve@example.org'],
    ['MAIL_FROM', 'a@example.org, b@example.org'],
    ['APNS_KEY_ID', 'abc'],
    ['APNS_TOPIC', 'cabs'],
    ['APNS_ENVIRONMENT', 'test'],
    ['FCM_API_URL', 'fcm.googleapis.com'],
  ])('%s=%s is refused with a message that has its name and an example', (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`^The setting ${name} is not right .*${name}=`));
  });

  test('require a secret in production, and a sign-up code if admin sign-up is by code', () => {
    expect(() => readSettings({ NODE_ENV: 'production' })).toThrow(/^JWT_SECRET is required in production/);
    expect(() => readSettings({ ADMIN_SIGNUP: 'code' })).toThrow(/ADMIN_SIGNUP_CODE/);
  });

  test('with Redis require the database and the secret that the servers share', () => {
    const shared = { MONGODB_URI: 'mongodb://127.0.0.1/boli', JWT_SECRET: 'x'.repeat(32) };
    const REDIS_URL = 'redis://127.0.0.1:6379';
    expect(() => readSettings({ ...shared, REDIS_URL })).not.toThrow();
    expect(() => readSettings({ ...shared, REDIS_URL, MONGODB_URI: '' })).toThrow(/MONGODB_URI/);
    expect(() => readSettings({ ...shared, REDIS_URL, JWT_SECRET: '' })).toThrow(/JWT_SECRET/);
  });

  test('with a mail server require the sender and the public address for links', () => {
    const SMTP_URL = 'smtp://mail.example.org';
    const MAIL_FROM = 'Boli <no-reply@example.org>';
    expect(() => readSettings({ SMTP_URL, PUBLIC_URL: 'https://example.org' })).toThrow(/needs MAIL_FROM/);
    expect(() => readSettings({ SMTP_URL, MAIL_FROM })).toThrow(/needs PUBLIC_URL/);
    expect(hasMail(readSettings({ SMTP_URL, MAIL_FROM, PUBLIC_URL: 'https://example.org' }))).toBe(true);
    expect(hasMail(readSettings({ MAIL_FROM, PUBLIC_URL: 'https://example.org' }))).toBe(false);
  });

  test('with a key for iPhones require its id, the team and the app', () => {
    const others = { APNS_KEY_ID: 'ABC123DEFG', APNS_TEAM_ID: 'DEF123GHIJ', APNS_TOPIC: 'org.example.cabs' };
    for (const name of Object.keys(others))
      expect(() => readSettings({ APNS_KEY: 'key.p8', ...others, [name]: '' })).toThrow(
        /^APNS_KEY needs .*APNS_TOPIC=/,
      );
  });

  test('choose Razorpay if its keys are set, otherwise the simulated gateway, which production must name explicitly', () => {
    const keys = { RAZORPAY_KEY_ID: 'rzp_test_1', RAZORPAY_KEY_SECRET: 'a secret' };
    const production = { NODE_ENV: 'production', JWT_SECRET: 'x'.repeat(32) };
    const mode = (given: Record<string, string>) => gatewayMode(readSettings(given));
    expect(mode({})).toBe('simulated');
    expect(mode(keys)).toBe('razorpay');
    expect(mode({ ...keys, PAYMENT_GATEWAY: 'off' })).toBe('off');
    expect(mode(production)).toBe('off');
    expect(mode({ ...production, ...keys })).toBe('razorpay');
    expect(mode({ ...production, PAYMENT_GATEWAY: 'simulated' })).toBe('simulated');
    expect(() => readSettings({ PAYMENT_GATEWAY: 'razorpay' })).toThrow(/needs RAZORPAY_KEY_ID/);
  });

  test('by default refuse admin sign-up and common passwords in production, and allow them in development', () => {
    const production = { NODE_ENV: 'production', JWT_SECRET: 'x'.repeat(32) };
    const of = (given: Record<string, string>) => {
      const settings = readSettings(given);
      return [adminSignup(settings), refusesCommonPasswords(settings)];
    };
    expect(of({})).toEqual(['open', false]);
    expect(of(production)).toEqual(['closed', true]);
    expect(of({ ...production, ADMIN_SIGNUP: 'open', PASSWORD_COMMON: 'allow' })).toEqual(['open', false]);
    expect(of({ ADMIN_SIGNUP: 'closed', PASSWORD_COMMON: 'refuse' })).toEqual(['closed', true]);
    // In production, a copy of .env.example does not open admin sign-up.
    expect(of({ ...Object.fromEntries(listed), ...production })).toEqual(['closed', true]);
  });

  test('that close admin sign-up make the server print how to create the first admin', () => {
    const production = readSettings({ NODE_ENV: 'production', JWT_SECRET: 'x'.repeat(32) });
    expect(describeStart(production)).toContain('npm run admin -- create');
    expect(startWarnings(production).join()).not.toContain('admin');
    expect(describeStart(readSettings({}))).not.toContain('npm run admin');
  });

  test('of several processes are printed at the start, with the address of Redis but not its password', () => {
    const shared = { MONGODB_URI: 'mongodb://127.0.0.1/boli', JWT_SECRET: 'x'.repeat(32) };
    const said = describeStart(
      readSettings({ ...shared, WORKERS: '4', REDIS_URL: 'redis://user:hidden@redis.example.org:6379' }),
    );
    expect(said).toContain('processes  4 workers');
    expect(said).toContain('redis.example.org:6379');
    expect(said).not.toContain('hidden');
    expect(describeStart(readSettings({}))).not.toMatch(/processes|nodes/);
  });

  test('with an empty value count as not set', () => {
    expect(readSettings({ PORT: '', HOST: '  ' })).toMatchObject({ PORT: 3000, HOST: '127.0.0.1' });
  });
});
