import { connect, type Socket } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { translate } from '@boli/shared/core/messages';
import { afterEach, expect, test } from '@jest/globals';
import { eventually } from '../testing/realtime';
import { setUpApp, setUpPeople } from '../testing/set-up';

const app = setUpApp();
const { person } = setUpPeople({ person: () => app.register('customer') });

const links: Socket[] = [];
afterEach(() => {
  for (const link of links.splice(0)) link.destroy();
});

const signedIn = () => ({ Authorization: `Bearer ${person.token}`, 'Content-Type': 'application/json' });

async function put(body: string | Buffer, headers: Record<string, string> = {}) {
  const answer = await fetch(`${app.url}/api/auth/me`, {
    method: 'PUT',
    headers: { ...signedIn(), ...headers },
    body: Buffer.from(body),
  });
  return { status: answer.status, body: await answer.json() };
}

/** Sends exactly these lines, then these bytes; `received` returns the response so far. */
function say(lines: readonly string[], body = ''): { received: () => string } {
  const link = connect(Number(new URL(app.url).port), '127.0.0.1');
  links.push(link);
  let received = '';
  link.on('data', (chunk) => {
    received += chunk.toString();
  });
  link.on('error', () => undefined);
  link.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
  return { received: () => received };
}

const headersOf = (length: number) => [
  'Host: x',
  ...Object.entries(signedIn()).map(([name, value]) => `${name}: ${value}`),
  `Content-Length: ${length}`,
];

test('a refused call or an unknown path is answered without waiting for the body', async () => {
  const nobodys = ['Host: x', 'Content-Type: application/json', 'Content-Length: 100'];
  const cases: [string, readonly string[], number][] = [
    ['POST /api/nothing', nobodys, 404],
    ['DELETE /api/config', nobodys, 404],
    ['PUT /api/auth/me', nobodys, 401],
    ['POST /api/quotes/create', headersOf(100), 403],
  ];
  for (const [call, headers, status] of cases) {
    const { received } = say([`${call} HTTP/1.1`, ...headers]);
    await eventually(() => received().includes('"code"'), `${call} waited for its body`);
    expect([call, received().split('\r\n')[0]]).toEqual([call, expect.stringContaining(`HTTP/1.1 ${status} `)]);
  }
});

test('a body with a Content-Encoding is refused with a message and never decompressed', async () => {
  const json = '{"name": "Asha"}';
  for (const [name, bytes] of [
    ['gzip', gzipSync(json)],
    ['br', brotliCompressSync(json)],
    ['BR', Buffer.from('no brotli')],
    ['made-up', Buffer.from(json)],
  ] as const) {
    expect(await put(bytes, { 'Content-Encoding': name })).toEqual({
      status: 415,
      body: { detail: translate('common.encoded_body'), code: 'common.encoded_body' },
    });
  }
  expect((await put(json, { 'Content-Encoding': 'identity' })).status).toBe(200);
});

test('JSON nested deeper than 32 levels is refused with a message; brackets inside strings do not count', async () => {
  const nested = (levels: number) => `{"name": "Asha", "more": ${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
  expect((await put(nested(32))).status).toBe(200);
  for (const levels of [33, 40_000]) {
    expect(await put(nested(levels))).toEqual({
      status: 400,
      body: { detail: 'The JSON of the body is nested too deeply: 32 levels at most', code: 'common.too_deep' },
    });
  }
  expect((await put(`{"a":`.repeat(10_000))).body).toMatchObject({ code: 'common.too_deep' });
  const brackets = `\\"${'[{'.repeat(20)}\\\\`;
  expect(await put(`{"name": "${brackets}", "other": ["${brackets}"]}`)).toMatchObject({
    status: 200,
    body: { name: JSON.parse(`"${brackets}"`) },
  });
  expect((await put(`{"name": "${'['.repeat(60)}`)).body).toMatchObject({ code: 'common.bad_json' });
});

test('a body that is too large is refused with a message, with or without a Content-Length', async () => {
  const tooLarge = { status: 413, body: { detail: translate('common.too_large'), code: 'common.too_large' } };
  expect(await put(`{"name": "${'x'.repeat(102_400)}"}`)).toEqual(tooLarge);
  expect((await put(`{"name": "Asha", "more": "${'x'.repeat(102_300)}"}`)).status).toBe(200);
  const chunk = `${(0x4000).toString(16)}\r\n${' '.repeat(0x4000)}\r\n`;
  const headers = headersOf(0).map((line) => line.replace('Content-Length: 0', 'Transfer-Encoding: chunked'));
  const { received } = say(['PUT /api/auth/me HTTP/1.1', ...headers], chunk.repeat(8));
  await eventually(() => received().includes(translate('common.too_large')), 'it was not refused');
});

test('a body in very many small chunks is refused with a message; a few small chunks are accepted', async () => {
  const headers = headersOf(0).map((line) => line.replace('Content-Length: 0', 'Transfer-Encoding: chunked'));
  const call = ['PUT /api/auth/me HTTP/1.1', ...headers];
  const bits = (count: number) => '1\r\n \r\n'.repeat(count);
  const refused = say(call, bits(3_000));
  await eventually(() => refused.received().includes(translate('common.in_bits')), 'it was not refused');
  expect(refused.received()).toMatch(/^HTTP\/1\.1 400 .*\r\nConnection: close\r\n/s);
  const read = say(call, `${bits(900)}f\r\n{"name":"Asha"}\r\n0\r\n\r\n`);
  await eventually(() => read.received().startsWith('HTTP/1.1 200 '), 'it was not read');
});

test('UTF-8 is accepted with a byte order mark, and with its name in capitals or quotes; other encodings are refused', async () => {
  const json = '{"name":"आशा"}';
  const type = (charset: string) => ({ 'Content-Type': `application/json; charset=${charset}` });
  for (const charset of ['utf-8', 'UTF-8', '"utf-8"']) {
    expect(await put(`\ufeff${json}`, type(charset))).toMatchObject({ status: 200, body: { name: 'आशा' } });
  }
  expect((await put(Buffer.from(json, 'utf16le'), type('utf-16le'))).status).toBe(415);
});
