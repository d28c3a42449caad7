import { connect } from 'node:net';
import { expect, test } from '@jest/globals';
import { setUpApp } from '../testing/set-up';

const app = setUpApp();

/** Sends these bytes and returns the whole answer, once the server has closed the connection. */
function said(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const link = connect(Number(new URL(app.url).port), '127.0.0.1');
    let answer = '';
    link.on('data', (chunk) => {
      answer += chunk;
    });
    link.on('error', reject);
    link.on('close', () => resolve(answer));
    link.write(bytes);
  });
}

const HOST = 'Host: x\r\n';
test.each([
  ['a text that is not HTTP', 'hello\r\n\r\n', 400, 'common.bad_request'],
  ['an HTTP/1.1 request without a host', 'GET /api/config HTTP/1.1\r\n\r\n', 400, 'common.bad_request'],
  [
    'two Content-Length headers',
    `POST /api/auth/login HTTP/1.1\r\n${HOST}Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}`,
    400,
    'common.bad_request',
  ],
  [
    'a Content-Length and chunks together',
    `POST /api/auth/login HTTP/1.1\r\n${HOST}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
    'common.bad_request',
  ],
  [
    'an invalid chunk',
    `POST /api/auth/login HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
    400,
    'common.bad_request',
  ],
  [
    'chunks with endless extensions',
    `POST /api/auth/login HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n2;${'a'.repeat(20_000)}\r\n{}`,
    413,
    'common.too_large',
  ],
  ['headers without an end', `GET / HTTP/1.1\r\n${HOST}X: ${'a'.repeat(40_000)}`, 431, 'common.headers_too_large'],
  ['an unknown Expect header', `GET /api/config HTTP/1.1\r\n${HOST}Expect: tea\r\n\r\n`, 417, 'common.expectation'],
])('%s is refused with a message and a code', async (_, bytes, status, code) => {
  const [head = '', body = ''] = (await said(bytes)).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head).toMatch(/^content-type: application\/json; charset=utf-8$/im);
  expect(JSON.parse(body)).toEqual({ code, detail: expect.stringMatching(/^[A-Z].{5,}/) });
});

test('an unused connection stays open for longer than the 60 seconds for which nginx keeps it', async () => {
  const { headers } = await fetch(`${app.url}/health/live`);
  expect(Number(/timeout=(\d+)/.exec(headers.get('keep-alive') ?? '')?.[1])).toBeGreaterThan(60);
});

test('an HTTP/1.0 request without a host is answered', async () => {
  expect(await said('GET /health/live HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 .*"live"/s);
});

test('a request with `Expect: 100-continue` gets 100 Continue, and then its response', async () => {
  const body = '{"email":"a@example.org","password":"x"}';
  const answer = await said(
    `POST /api/auth/login HTTP/1.1\r\n${HOST}Connection: close\r\nExpect: 100-continue\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${body.length}\r\n\r\n${body}`,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 401 /);
});
