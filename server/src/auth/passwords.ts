import { randomUUID } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** The parameters that OWASP recommends for argon2id: 19 MiB, two passes, one lane. */
const ARGON2ID = 2;
const cost = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashes a password with argon2id and a random salt; the result is an encoded hash (PHC format). */
export async function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

let decoy: Promise<string> | null = null;

/**
 * Creates the hash that the passwords of unknown emails are compared with. Called when the process starts, so that the
 * first sign-in with an unknown email takes no longer than others.
 */
export function prepareDecoy(): Promise<string> {
  decoy ??= hashPassword(randomUUID());
  return decoy;
}

/** Whether the password matches the hash. Without a hash (unknown email) it takes the same time and returns false. */
export async function passwordFits(passwordHash: string | null, password: string): Promise<boolean> {
  const fits = await verify(passwordHash ?? (await prepareDecoy()), password);
  return fits && passwordHash !== null;
}
