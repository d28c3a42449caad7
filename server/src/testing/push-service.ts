import { createDecipheriv, createECDH, createHmac, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PushMessage } from '@boli/shared/push/push.schema';
import { z } from 'zod';

/** A browser with a subscription: its address and its public keys, as in `PushSubscription.toJSON()`. */
export interface TestBrowser {
  endpoint: string;
  keys: { p256dh: string; auth: string };
  /** Decrypts a message by RFC 8291. Throws for a message to another browser. */
  open(body: Buffer): PushMessage;
}

export interface ReceivedPush {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** The claims of the VAPID token whose signature was verified (RFC 8292). */
  claims: { aud: string; exp: number; sub: string };
}

export interface TestPushService {
  origin: string;
  received: ReceivedPush[];
  /** Sets the status of all replies from now on; 201 at first. */
  answer(status: number): void;
  /** Sets a function that writes all replies from now on, until `answer` is called. */
  answerWith(write: (response: ServerResponse, path: string) => void): void;
  /** A new browser with a subscription at this service. */
  browser(): TestBrowser;
  close(): Promise<void>;
}

const SALT_BYTES = 16;
const RECORD_SIZE_BYTES = 4;
const TAG_BYTES = 16;

const derive = (key: Buffer, salt: Buffer, info: Buffer, bytes: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, bytes));

/** Decrypts `aes128gcm` content (RFC 8188) with the keys of a subscription (RFC 8291). */
function decrypt(body: Buffer, { own, auth }: { own: ReturnType<typeof createECDH>; auth: Buffer }): string {
  const salt = body.subarray(0, SALT_BYTES);
  const idLength = body.readUInt8(SALT_BYTES + RECORD_SIZE_BYTES);
  const headerEnd = SALT_BYTES + RECORD_SIZE_BYTES + 1 + idLength;
  const sender = body.subarray(SALT_BYTES + RECORD_SIZE_BYTES + 1, headerEnd);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender]);
  const key = derive(own.computeSecret(sender), auth, info, 32);
  const contentKey = derive(key, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(key, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce);
  decipher.setAuthTag(body.subarray(-TAG_BYTES));
  const padded = Buffer.concat([decipher.update(body.subarray(headerEnd, -TAG_BYTES)), decipher.final()]);
  // The last record ends with a delimiter of 2, then zeros.
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
}

const Claims = z.object({ aud: z.string(), exp: z.number(), sub: z.string() });

/** Verifies the `Authorization` header of RFC 8292 and returns its claims. */
function vapidClaims(header: string | undefined): z.infer<typeof Claims> {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(header ?? '') ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) throw new Error('the VAPID token is not signed by its key');
  return Claims.parse(JSON.parse(Buffer.from(claims, 'base64url').toString()));
}

/** Starts a fake push service on a free port. It stores what it receives; a message without a valid VAPID token gets 403. */
export async function openPushService(): Promise<TestPushService> {
  const received: ReceivedPush[] = [];
  const withStatus = (status: number) => (response: ServerResponse) => void response.writeHead(status).end();
  let answer: (response: ServerResponse, path: string) => void = withStatus(201);
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    try {
      const claims = vapidClaims(request.headers.authorization);
      received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks), claims });
      answer(response, request.url ?? '');
    } catch {
      response.writeHead(403).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    received,
    answer: (status) => {
      answer = withStatus(status);
    },
    answerWith: (write) => {
      answer = write;
    },
    browser: () => {
      const own = createECDH('prime256v1');
      own.generateKeys();
      const auth = randomBytes(16);
      const name = createHmac('sha256', auth).update('address').digest('base64url');
      return {
        endpoint: `${origin}/send/${name}`,
        keys: { p256dh: own.getPublicKey('base64url'), auth: auth.toString('base64url') },
        open: (body) => PushMessage.parse(JSON.parse(decrypt(body, { own, auth }))),
      };
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
