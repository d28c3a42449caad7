import { expect, test } from '@jest/globals';
import { type Answer, fakeServer } from '../../testing/server';
import { findServer, serverOrigin } from './find-server';

test.each([
  ['boli.example.org', 'https://boli.example.org'],
  [' HTTPS://Boli.Example.org:8443/auth?x=1 ', 'https://boli.example.org:8443'],
  ['http://localhost:3000', 'http://localhost:3000'],
  ['http://127.0.0.1:3000/', 'http://127.0.0.1:3000'],
  ['http://boli.example.org', null],
  ['https://me:secret@boli.example.org', null],
  ['boli', null],
  ['', null],
  ['ftp://boli.example.org', null],
])('the typed text "%s" means the server %s', (typed, origin) => expect(serverOrigin(typed)).toBe(origin));

const config = { version: '0.1.0', password_min_length: 8, gateways_of_a_newer_version: [] };

test.each<[string, Answer, Awaited<ReturnType<typeof findServer>>]>([
  ['with its configuration is found', { body: config }, { origin: 'https://boli.example.org' }],
  ['with other JSON is no Boli server', { body: { version: 1 } }, 'other'],
  ['with an HTML page is no Boli server', { page: '<html>' }, 'other'],
  ['with status 503 is no Boli server', { status: 503, body: config }, 'other'],
  ['not at all is silent', { lost: true }, 'silent'],
])('a server that responds %s', async (_what, answer, found) => {
  fakeServer({ 'GET /config': () => answer });
  AbortSignal.timeout ??= () => new AbortController().signal;
  expect(await findServer('boli.example.org')).toEqual(found);
});
