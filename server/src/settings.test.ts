import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { root } from './root';
import { gatewayMode, readSettings, settingExamples } from './settings';

const example = readFileSync(join(root, '.env.example'), 'utf8');
const listed = new Map(
  [...example.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value] as const),
);

describe('settings', () => {
  test('are all listed in .env.example with their defaults, and nothing else is', () => {
    const defaults = Object.entries(readSettings({})).map(([name, value]) => [name, String(value ?? '')]);
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(defaults));
  });

  test('can be taken from .env.example as it is', () => {
    expect(readSettings(Object.fromEntries(listed))).toEqual(readSettings({}));
  });

  test.each(Object.entries(settingExamples))('%s takes the example that its refusal names', (name, value) => {
    const needs = name === 'NODE_ENV' ? { JWT_SECRET: 'x'.repeat(32) } : {};
    expect(() => readSettings({ ...needs, [name]: value })).not.toThrow();
  });

  test.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['MONGODB_URI', 'localhost:27017'],
    ['JWT_SECRET', 'short'],
    ['JWT_EXPIRES_IN', '7 days'],
    ['ADMIN_SIGNUP', 'maybe'],
    ['TILE_URL', 'https://tiles.example.org/'],
    ['REQUIRE_DRIVER_VERIFICATION', 'perhaps'],
    ['NODE_ENV', 'prod'],
  ])('refuses %s=%s in a sentence with its name and an example', (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`^The setting ${name} is not right .*${name}=`));
  });

  test('production asks for a secret, a code for sign-up by code', () => {
    expect(() => readSettings({ NODE_ENV: 'production' })).toThrow(/^JWT_SECRET is required in production/);
    expect(() => readSettings({ ADMIN_SIGNUP: 'code' })).toThrow(/ADMIN_SIGNUP_CODE/);
  });

  test('the gateway is Razorpay with its keys, else simulated, in production off unless named', () => {
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

  test('an empty one counts as not given', () => {
    expect(readSettings({ PORT: '', HOST: '  ' })).toMatchObject({ PORT: 3000, HOST: '127.0.0.1' });
  });
});
