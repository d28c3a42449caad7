import { createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { settings } from '../settings';
import { errorCode } from './error-code';

let read: { from: string; text: string } | null = null;

/** The installation's secret: `JWT_SECRET`, else the secret that the first start has stored in the data folder. */
function secretText(): string {
  const { JWT_SECRET, DATA_DIR } = settings();
  if (JWT_SECRET) return JWT_SECRET;
  const path = join(DATA_DIR, 'secret');
  if (read?.from !== path) read = { from: path, text: readOrMake(path) };
  return read.text;
}

function readOrMake(path: string): string {
  const known = readIfThere(path);
  if (known) return known;
  mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}.part`;
  writeFileSync(draft, randomBytes(48).toString('base64url'), { mode: 0o600 });
  try {
    // Creating a hard link fails if the file exists: two processes that start at the same time both read the first
    // one's secret.
    linkSync(draft, path);
  } catch (error) {
    if (!readIfThere(path)) throw error;
  } finally {
    unlinkSync(draft);
  }
  return readFileSync(path, 'utf8');
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8') || null;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

const keys = new Map<string, KeyObject>();

/** Keys are created once: creating a key costs more than a signature or a check with this key. */
function keyOnce(purpose: string, make: (secret: string) => KeyObject): KeyObject {
  const secret = secretText();
  const name = `${purpose} ${secret}`;
  const key = keys.get(name) ?? make(secret);
  keys.set(name, key);
  return key;
}

/** The key that signs access tokens. */
export function tokenKey(): KeyObject {
  return keyOnce('tokens', (secret) => createSecretKey(Buffer.from(secret, 'utf8')));
}

/** A key for another purpose, derived so that one key reveals nothing about another key. */
export function derivedKey(purpose: string): KeyObject {
  return keyOnce(`derived ${purpose}`, (secret) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))),
  );
}
