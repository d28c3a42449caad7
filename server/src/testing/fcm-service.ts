import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import jwt from 'jsonwebtoken';
import { z } from 'zod';

const Message = z.strictObject({
  token: z.string(),
  notification: z.strictObject({ title: z.string(), body: z.string() }),
  data: z.strictObject({ url: z.string() }),
  android: z.strictObject({
    priority: z.enum(['HIGH', 'NORMAL']),
    ttl: z.string().regex(/^\d+s$/),
    collapse_key: z.string(),
    notification: z.strictObject({ tag: z.string(), channel_id: z.string(), default_sound: z.boolean() }),
  }),
});

/** A reply that the service gives instead of its usual one. */
export interface TestAnswer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface TestFcm {
  origin: string;
  /** The JSON of a service account whose assertions this service accepts. */
  account: string;
  received: z.infer<typeof Message>[];
  /** The longest body of a message so far, in bytes. */
  longest: () => number;
  /** How many access tokens were issued; only the last one is accepted. */
  signIns: () => number;
  /** Sets the reply to all messages from now on; null for success. */
  answer: (answer: TestAnswer | null) => void;
  /** Sets the reply to all requests for access tokens from now on; null for success. */
  answerSignIns: (answer: TestAnswer | null) => void;
  /** Makes the access tokens that were issued so far invalid. */
  endTokens: () => void;
  close: () => Promise<void>;
}

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const publicKey = createPublicKey(pem);
const EMAIL = 'push@boli-test.iam.gserviceaccount.com';
const PROJECT = 'boli-test';

/** A reply of FCM with this error code, in the format of FCM's documentation; `more` are further details of the error. */
export const fcmFailure = (status: number, errorCode: string, more: readonly object[] = []): TestAnswer => ({
  status,
  body: {
    error: {
      code: status,
      message: 'The registration token is not a valid FCM registration token',
      details: [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode }, ...more],
    },
  },
});

function write(response: ServerResponse, { status, body = {}, headers = {} }: TestAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** Whether an assertion (RFC 7523) is signed by the service account, for this service and this use. */
function isSigned(form: URLSearchParams, audience: string): boolean {
  try {
    const claims = jwt.verify(form.get('assertion') ?? '', publicKey, {
      algorithms: ['RS256'],
      audience,
      issuer: EMAIL,
      ignoreExpiration: true,
    });
    return (
      form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:jwt-bearer' &&
      typeof claims === 'object' &&
      claims.scope === 'https://www.googleapis.com/auth/firebase.messaging'
    );
  } catch {
    return false;
  }
}

/** Starts a fake of Google's token endpoint and of FCM on a free port. */
export async function openFcm(): Promise<TestFcm> {
  const received: z.infer<typeof Message>[] = [];
  let [signIns, longest, isEnded] = [0, 0, false];
  let [ofMessages, ofSignIns]: (TestAnswer | null)[] = [null, null];
  let origin = '';
  const signIn = (body: string): TestAnswer => {
    if (ofSignIns) return ofSignIns;
    if (!isSigned(new URLSearchParams(body), `${origin}/token`))
      return { status: 400, body: { error: 'invalid_grant' } };
    signIns += 1;
    isEnded = false;
    return { status: 200, body: { access_token: `access-${signIns}`, expires_in: 3_599, token_type: 'Bearer' } };
  };
  const send = (body: string, authorization: string | undefined): TestAnswer => {
    if (isEnded || authorization !== `Bearer access-${signIns}`) return { status: 401, body: { error: { code: 401 } } };
    received.push(z.strictObject({ message: Message }).parse(JSON.parse(body)).message);
    longest = Math.max(longest, Buffer.byteLength(body));
    return ofMessages ?? { status: 200, body: { name: `projects/${PROJECT}/messages/${received.length}` } };
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const body = Buffer.concat(chunks).toString('utf8');
    if (request.url === '/token') write(response, signIn(body));
    else if (request.url === `/v1/projects/${PROJECT}/messages:send`)
      write(response, send(body, request.headers.authorization));
    else write(response, { status: 404 });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const account = { project_id: PROJECT, client_email: EMAIL, private_key: pem, token_uri: `${origin}/token` };
  return {
    origin,
    account: JSON.stringify({ type: 'service_account', ...account }),
    received,
    longest: () => longest,
    signIns: () => signIns,
    answer: (answer) => {
      ofMessages = answer;
    },
    answerSignIns: (answer) => {
      ofSignIns = answer;
    },
    endTokens: () => {
      isEnded = true;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
