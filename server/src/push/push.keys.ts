import { ECDH } from 'node:crypto';
import webPush from 'web-push';
import { clock } from '../core/clock';
import type { PushKeysDocument } from './push.model';
import { pushKeys } from './push.repository';

/** The keys, cached by the database connection that they were read from. A failed read is not cached. */
const keysOf = new WeakMap<object, Promise<PushKeysDocument>>();

/**
 * The VAPID keys of this installation (RFC 8292), created once and stored in the database: every process signs with the
 * same keys, and subscriptions with the public key stay valid.
 */
export function vapidKeys(): Promise<PushKeysDocument> {
  const database = pushKeys.database();
  const known = keysOf.get(database);
  if (known) return known;
  const read = readKeys();
  keysOf.set(database, read);
  read.catch(() => keysOf.delete(database));
  return read;
}

async function readKeys(): Promise<PushKeysDocument> {
  const known = await pushKeys.read();
  if (known) return known;
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  return pushKeys.readOrStore({ public_key: publicKey, private_key: privateKey, created_at: clock.now() });
}

/** Whether a browser's public key (P-256, in base64url) lies on the curve, so that messages can be encrypted for it. */
export function isPublicKey(p256dh: string): boolean {
  try {
    return ECDH.convertKey(p256dh, 'prime256v1', 'base64url').length > 0;
  } catch {
    return false;
  }
}
