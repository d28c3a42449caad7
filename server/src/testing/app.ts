import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Role, Session } from '@boli/shared/auth/auth.schema';
import { type DocumentKind, documentNames } from '@boli/shared/drivers/drivers.schema';
import { createApp } from '../app';
import { logger } from '../core/logger';
import { configure, readSettings, settings } from '../settings';
import { serve } from './serve';
import { openTestDatabase } from './store';

export interface TestAnswer<T> {
  status: number;
  body: T;
  headers: Headers;
}

export interface TestRequest {
  token?: string | undefined;
  body?: unknown;
  form?: FormData;
  headers?: Record<string, string>;
}

export interface TestPerson {
  id: string;
  token: string;
  name: string;
  email: string;
  password: string;
}

export interface TestApp {
  url: string;
  server: Server;
  dataDir: string;
  /** Makes one REST call; `path` is relative to `/api`. The body is parsed JSON of the type that the caller names. */
  request<T = Record<string, unknown>>(method: string, path: string, options?: TestRequest): Promise<TestAnswer<T>>;
  /** Registers a new account of this role over the API. */
  register(role: Role, more?: Record<string, unknown>): Promise<TestPerson>;
  /** Registers a new driver with a profile and its five documents; `profile` overrides form fields. */
  registerDriver(profile?: Record<string, string>): Promise<TestPerson>;
  close(): Promise<void>;
}

/**
 * Serves the whole REST API on a free port with a separate database and data folder. `settings` are environment
 * variables on top of those that suit tests (no limit of calls, no outside services).
 */
export async function startTestApp(options: { settings?: Record<string, string> } = {}): Promise<TestApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'boli-test-'));
  configure(readSettings({ ...testSettings(dataDir), ...options.settings }));
  logger.level = settings().LOG_LEVEL;
  const closeDatabase = await openTestDatabase();
  const { url, server, close } = await serve(createApp());
  return {
    url,
    server,
    dataDir,
    ...apiAt(url),
    async close() {
      await close();
      await closeDatabase();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The calls to a server that runs at this address. */
export function apiAt(url: string): Pick<TestApp, 'request' | 'register' | 'registerDriver'> {
  const request: TestApp['request'] = (method, path, call = {}) => send(`${url}/api${path}`, method, call);
  return {
    request,
    register: (role, more = {}) => register(request, role, more),
    registerDriver: (profile = {}) => registerDriver(request, profile),
  };
}

/** Environment variables that suit tests: no limit of calls, no outside services. */
export function testSettings(dataDir: string): Record<string, string> {
  return {
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    JWT_SECRET: 'a secret that only the tests of this product use',
    GEOCODER_URL: 'off',
    RATE_CALLS: '1000000',
    RATE_ANONYMOUS: '1000000',
    LOG_LEVEL: 'silent',
    // Rides of tests take milliseconds; only the tests of reviews raise these limits.
    REVIEW_BELOW_METERS: '0',
    REVIEW_BELOW_SECONDS: '0',
  };
}

async function send<T>(url: string, method: string, call: TestRequest): Promise<TestAnswer<T>> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(call.token && { Authorization: `Bearer ${call.token}` }),
      ...(call.body !== undefined && { 'Content-Type': 'application/json' }),
      ...call.headers,
    },
    ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
    ...(call.form && { body: call.form }),
  });
  const text = await response.text();
  return { status: response.status, body: text ? JSON.parse(text) : null, headers: response.headers };
}

async function register(request: TestApp['request'], role: Role, more: Record<string, unknown>): Promise<TestPerson> {
  const email = `${role}-${randomUUID().slice(0, 8)}@example.org`;
  const body = { email, password: 'a good password', name: `Test ${role}`, role, phone: '', ...more };
  const answer = await request<Session>('POST', '/auth/register', { body });
  if (answer.status !== 201) throw new Error(`registration answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  const { user, access_token } = answer.body;
  return { id: user.id, token: access_token, name: user.name, email: user.email, password: body.password };
}

/** The smallest picture: one grey pixel. */
export const onePixelPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWPo6OgAAAM0AZmUse0HAAAAAElFTkSuQmCC',
  'base64',
);

/** A complete profile form; `fields` and `files` replace parts of it, `null` leaves a file out. */
export function profileForm(
  fields: Record<string, string> = {},
  files: Partial<Record<DocumentKind, Uint8Array | null>> = {},
): FormData {
  const form = new FormData();
  const texts = {
    car_model: 'Maruti Dzire',
    vehicle_number: 'DL 1C AB 1234',
    experience_years: '5',
    license_number: 'DL-1420110012345',
    ...fields,
  };
  for (const [name, value] of Object.entries(texts)) form.set(name, value);
  for (const name of documentNames) {
    const bytes = files[name] === undefined ? onePixelPng : files[name];
    if (bytes) form.set(name, new Blob([bytes.slice()]), `${name}.png`);
  }
  return form;
}

async function registerDriver(request: TestApp['request'], profile: Record<string, string>): Promise<TestPerson> {
  const person = await register(request, 'driver', {});
  const answer = await request('POST', '/driver/profile', { token: person.token, form: profileForm(profile) });
  if (answer.status !== 201) throw new Error(`the profile answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return person;
}
