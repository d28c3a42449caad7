import { createHmac } from 'node:crypto';
import { clock } from '../core/clock';
import { timingSafeEqualText } from '../core/compare';
import { derivedKey } from '../core/secrets';

const HOUR_MS = 3_600_000;

/**
 * The root-relative, signed address of a stored file, valid for at least an hour. Its expiry is rounded up to the full
 * hour, so that within an hour a picture keeps its address and is cached. Null stays null.
 */
export function fileAddress(id: string | null): string | null {
  if (!id) return null;
  const expires = Math.ceil((clock.millis() + HOUR_MS) / HOUR_MS) * HOUR_MS;
  return `/api/files/${id}?sig=${signatureOf(id, expires)}&exp=${expires}`;
}

/** The seconds that a signed address still holds; null when it was never ours or has expired. */
export function secondsLeft(id: string, signature: string, expires: number): number | null {
  if (!timingSafeEqualText(signature, signatureOf(id, expires))) return null;
  const left = Math.floor((expires - clock.millis()) / 1000);
  return left > 0 ? left : null;
}

function signatureOf(id: string, expires: number): string {
  return createHmac('sha256', derivedKey('file addresses')).update(`${id}\n${expires}`).digest('base64url');
}
