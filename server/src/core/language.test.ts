import { catalogues, languageFor } from '@boli/shared/core/messages';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type RealtimeApp, startRealtimeApp } from '../testing/realtime';

let app: RealtimeApp;
beforeAll(async () => {
  // A second language for this test alone: every text in capitals, places as they are.
  const loud = (text: string) =>
    text.replace(/\{[^}]*\}|[a-z]+/g, (part) => (part[0] === '{' ? part : part.toUpperCase()));
  Object.assign(catalogues, {
    xx: Object.fromEntries(Object.entries(catalogues.en).map(([key, text]) => [key, loud(text)])),
  });
  app = await startRealtimeApp();
});
afterAll(async () => {
  await app.close();
  Reflect.deleteProperty(catalogues, 'xx');
});

const inXx = { headers: { 'Accept-Language': 'xx-IN, en;q=0.8' } };

describe('a failure is answered in the language of the reader', () => {
  test('by REST: the sentence, its values, and each field', async () => {
    const body = { email: '', password: 'x' };
    const answer = await app.request('POST', '/auth/login', { body, ...inXx });
    expect(answer.body).toEqual({
      detail: 'PLEASE ENTER YOUR EMAIL',
      code: 'auth.email_required',
      errors: [{ field: 'email', message: 'PLEASE ENTER YOUR EMAIL', code: 'auth.email_required' }],
    });
    expect((await app.request('POST', '/auth/login', { body })).body.detail).toBe('Please enter your email');
    const missing = await app.request('GET', '/nothing/here', inXx);
    expect(missing.body.detail).toBe(String(missing.body.detail).toUpperCase());
  });

  test('by socket', async () => {
    const { token } = await app.register('customer');
    const socket = await app.connect(token, { headers: { 'Accept-Language': 'xx' } });
    const ack = await socket.ask('rides:watch');
    expect(ack).toMatchObject({ ok: false, code: 'common.forbidden' });
    expect(ack.detail).toBe(String(ack.detail).toUpperCase());
  });
});

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['fr', 'en'],
  ['xx', 'xx'],
  ['XX-in', 'xx'],
  ['en;q=0.5, xx;q=0.6', 'xx'],
  ['en, xx', 'en'],
  ['xx;q=0, fr', 'en'],
  ['fr;q=1, xx;q=0.1', 'xx'],
  ['constructor, __proto__', 'en'],
])('of %j the language is %s', (accepted, language) => {
  expect(languageFor(accepted)).toBe(language);
});
