import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto';

/** The only supported mechanism. */
export const MECHANISM = 'SCRAM-SHA-256';

/** The name under which clients sign in. The store has one secret and no other users. */
export const USER_NAME = 'boli';

// The secret is random and long, so the count only has to reach the minimum that drivers accept.
const ITERATIONS = 4096;
const NONCE_BYTES = 24;
const SALT_BYTES = 16;

/** The stored credentials (RFC 5802): they verify a secret, but do not suffice to sign in. */
export type Credentials = { salt: Buffer; storedKey: Buffer; serverKey: Buffer };

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** Derives the stored credentials from a secret. */
export function credentialsOf(secret: string): Credentials {
  const salt = randomBytes(SALT_BYTES);
  const salted = pbkdf2Sync(secret, salt, ITERATIONS, 32, 'sha256');
  return { salt, storedKey: sha256(hmac(salted, 'Client Key')), serverKey: hmac(salted, 'Server Key') };
}

/** The attributes of a SCRAM message, such as `r=…,s=…`. */
function attributesOf(message: string): Map<string, string> {
  return new Map(message.split(',').map((part) => [part.slice(0, 1), part.slice(2)]));
}

/** The server's side of one sign-in by SCRAM-SHA-256 (RFC 7677), without channel binding. */
export class ScramExchange {
  readonly #credentials: Credentials;
  readonly #clientFirst: string;
  readonly #nonce: string;
  readonly #user: string;
  /** The server's reply to the client's first message. */
  readonly challenge: string;

  /** Throws an Error for a first message that is malformed or uses channel binding. */
  constructor(credentials: Credentials, clientFirst: string) {
    const [, bare] = /^n,,(n=[^,]*,r=[^,]+)$/.exec(clientFirst) ?? [];
    if (bare === undefined) throw new Error('the first message is not a SCRAM message without channel binding');
    const attributes = attributesOf(bare);
    this.#credentials = credentials;
    this.#clientFirst = bare;
    this.#user = attributes.get('n') ?? '';
    this.#nonce = `${attributes.get('r')}${randomBytes(NONCE_BYTES).toString('base64')}`;
    this.challenge = `r=${this.#nonce},s=${credentials.salt.toString('base64')},i=${ITERATIONS}`;
  }

  /** The server's final message; null if the client's user name, nonce or proof is wrong. */
  finish(clientFinal: string): string | null {
    const [withoutProof = ''] = clientFinal.split(',p=');
    const attributes = attributesOf(clientFinal);
    const proof = Buffer.from(attributes.get('p') ?? '', 'base64');
    const authMessage = `${this.#clientFirst},${this.challenge},${withoutProof}`;
    const { storedKey, serverKey } = this.#credentials;
    const signature = hmac(storedKey, authMessage);
    if (attributes.get('r') !== this.#nonce || attributes.get('c') !== 'biws' || this.#user !== USER_NAME) return null;
    if (proof.length !== signature.length) return null;
    const clientKey = Buffer.from(proof.map((byte, at) => byte ^ (signature[at] ?? 0)));
    if (!timingSafeEqual(sha256(clientKey), storedKey)) return null;
    return `v=${hmac(serverKey, authMessage).toString('base64')}`;
  }
}
