import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { createServer, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import jwt from 'jsonwebtoken';
import { z } from 'zod';

const Payload = z.strictObject({
  aps: z.strictObject({
    alert: z.strictObject({ title: z.string(), body: z.string() }),
    sound: z.string(),
    'thread-id': z.string(),
  }),
  url: z.string(),
});

export interface ReceivedByApple {
  /** The device token of the path. */
  device: string;
  headers: Record<string, string>;
  payload: z.infer<typeof Payload>;
  bytes: number;
  /** The provider token. */
  provider: string;
}

export interface TestApns {
  origin: string;
  /** The settings of an operator whose provider tokens this service accepts. */
  settings: { APNS_KEY: string; APNS_KEY_ID: string; APNS_TEAM_ID: string; APNS_TOPIC: string; APNS_API_URL: string };
  received: ReceivedByApple[];
  /** How many connections were opened. */
  connections: () => number;
  /** Sets the reply to all messages from now on. */
  answer: (status: number, reason?: string, headers?: Record<string, string>) => void;
  /** Sets a function that replies to all messages from now on, until `answer` is called. */
  answerWith: (write: (stream: ServerHttp2Stream) => void) => void;
  /** Announces the end of every connection (GOAWAY) and ends them. */
  leave: () => void;
  close: () => Promise<void>;
}

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const publicKey = createPublicKey(pem);
const KEY_ID = 'ABC123DEFG';
const TEAM_ID = 'DEF123GHIJ';

/** Verifies the `authorization` header of a provider, and returns its token. Throws if Apple would answer 403. */
function providerTokenOf(header: string): string {
  const token = header.replace(/^bearer /, '');
  const { header: head } = jwt.verify(token, publicKey, {
    algorithms: ['ES256'],
    issuer: TEAM_ID,
    complete: true,
  });
  if (head.kid !== KEY_ID) throw new Error('another key');
  return token;
}

/**
 * Starts a fake APNs on a free port, without TLS. A message without a valid provider token, or with an invalid payload,
 * gets 403.
 */
export async function openApns(): Promise<TestApns> {
  const received: ReceivedByApple[] = [];
  const sessions = new Set<ServerHttp2Session>();
  let connections = 0;
  const withStatus =
    (status: number, reason?: string, headers: Record<string, string> = {}) =>
    (stream: ServerHttp2Stream) => {
      stream.respond({ ':status': status, ...headers });
      stream.end(reason ? JSON.stringify({ reason }) : '');
    };
  let answer = withStatus(200);
  const server = createServer();
  server.on('session', (session) => {
    connections += 1;
    sessions.add(session);
    session.on('close', () => sessions.delete(session));
  });
  server.on('stream', async (stream, given) => {
    stream.on('error', () => undefined);
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(Buffer.from(chunk));
    const body = Buffer.concat(chunks);
    const headers = Object.fromEntries(
      Object.entries(given).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    );
    try {
      const provider = providerTokenOf(headers.authorization ?? '');
      const [, device = ''] = /^\/3\/device\/([0-9a-f]+)$/.exec(headers[':path'] ?? '') ?? [];
      const payload = Payload.parse(JSON.parse(body.toString('utf8')));
      received.push({ device, headers, payload, bytes: body.length, provider });
      answer(stream);
    } catch {
      withStatus(403, 'InvalidProviderToken')(stream);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    settings: {
      APNS_KEY: pem,
      APNS_KEY_ID: KEY_ID,
      APNS_TEAM_ID: TEAM_ID,
      APNS_TOPIC: 'org.example.cabs',
      APNS_API_URL: origin,
    },
    received,
    connections: () => connections,
    answer: (...given) => {
      answer = withStatus(...given);
    },
    answerWith: (write) => {
      answer = write;
    },
    leave: () => {
      for (const session of sessions) session.close();
    },
    close: async () => {
      for (const session of sessions) session.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
