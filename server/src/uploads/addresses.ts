import { createHmac } from 'node:crypto';
import { clock } from '../core/clock';
import { timingSafeEqualText } from '../core/compare';
import { derivedKey } from '../core/secrets';

const LONGEST_MS = 60 * 60_000;
const BOUNDARY_MS = 30 * 60_000;

/** The grant of a signed address: this file, to this person, until this time (epoch milliseconds). */
export interface FileGrant {
  id: string;
  userId: string;
  expires: number;
}

/**
 * The root-relative address of a stored file, signed for the person who gets it. It is valid for 30 to 60 minutes and
 * expires at a full or half hour, so that a picture keeps its address for a while and is cached. Null if `id` is
 * null.
 */
export function fileAddress(id: string | null, userId: string): string | null {
  if (!id) return null;
  const expires = Math.floor((clock.millis() + LONGEST_MS) / BOUNDARY_MS) * BOUNDARY_MS;
  return `/api/files/${id}?user=${userId}&sig=${signatureOf({ id, userId, expires })}&exp=${expires}`;
}

/** The seconds until a signed address expires; null when it has expired or its signature is wrong. */
export function secondsLeft(grant: FileGrant, signature: string): number | null {
  if (!timingSafeEqualText(signature, signatureOf(grant))) return null;
  const left = Math.floor((grant.expires - clock.millis()) / 1000);
  return left > 0 ? left : null;
}

function signatureOf({ id, userId, expires }: FileGrant): string {
  return createHmac('sha256', derivedKey('file addresses')).update(`${id}\n${userId}\n${expires}`).digest('base64url');
}
