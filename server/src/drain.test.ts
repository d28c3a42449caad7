import { connect } from 'node:net';
import { expect, test } from '@jest/globals';
import { closable } from './drain';
import { serve } from './testing/serve';

test('requests on connections that wait to be accepted when the server stops are answered', async () => {
  const { server, port } = await serve((_request, response) => response.end('answered'));
  const links = closable(server);
  const answers = Array.from({ length: 20 }, () => answerOf(port));
  await links.close(1_000);
  for (const answer of await Promise.all(answers)) expect(answer).toContain('answered');
});

/** Sends a request on a new connection. Resolves with all that comes back, or with the error of the connection. */
function answerOf(port: number): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    const link = connect(port, '127.0.0.1', () => link.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'));
    link.on('data', (part) => {
      received += part.toString();
    });
    link.once('end', () => resolve(received));
    link.once('error', (error) => resolve(String(error)));
  });
}
