import { randomUUID } from 'node:crypto';
import { Role } from '@boli/shared/auth/auth.schema';
import { Id } from '@boli/shared/core/fields';
import jwt from 'jsonwebtoken';
import { z } from 'zod';
import type { Actor } from '../core/actor';
import { Unauthorized } from '../core/errors';
import { tokenKey } from '../core/secrets';
import { settings } from '../settings';
import type { UserDocument } from './auth.model';
import { users } from './auth.repository';

const ISSUER = 'boli';
const AUDIENCE = 'boli';

/** What every reader of tokens pins: the algorithm, who made it, for whom. */
export const tokenRules = { algorithms: ['HS256'], issuer: ISSUER, audience: AUDIENCE } satisfies jwt.VerifyOptions;

const Claims = z.object({ sub: Id, role: Role, ver: z.number().int(), exp: z.number() });

/** Who a token stands for: the caller, the token version it was made for, and when it ends (epoch milliseconds). */
export interface Identity {
  actor: Actor;
  tokenVersion: number;
  expiresAt: number;
}

/** A fresh access token (JWT, HS256) of this account. */
export function signToken(user: Pick<UserDocument, '_id' | 'role' | 'token_version'>): string {
  // The setting's schema allows nothing but a number and a unit.
  const expiresIn = settings().JWT_EXPIRES_IN as `${number}${'s' | 'm' | 'h' | 'd'}`;
  return jwt.sign({ role: user.role, ver: user.token_version }, tokenKey(), {
    algorithm: 'HS256',
    subject: user._id,
    issuer: ISSUER,
    audience: AUDIENCE,
    expiresIn,
    jwtid: randomUUID(),
  });
}

/**
 * The person behind claims whose signature has already been verified, or null when they are not ours or no longer hold
 * (account gone, signed out everywhere, password changed). Rejects when the database is away.
 */
export async function identityOf(payload: unknown): Promise<Identity | null> {
  const claims = Claims.safeParse(payload);
  if (!claims.success) return null;
  const { sub, role, ver, exp } = claims.data;
  const user = await users.byId(sub);
  if (!user || user.token_version !== ver || user.role !== role) return null;
  return { actor: { id: user._id, role: user.role, name: user.name }, tokenVersion: ver, expiresAt: exp * 1000 };
}

/** The person behind a token, for the socket's handshake: the same rules as REST. Throws `Unauthorized`. */
export async function identify(token: unknown): Promise<Identity> {
  const identity = typeof token === 'string' ? await identityOf(verified(token)) : null;
  if (!identity) throw new Unauthorized('auth.token_invalid');
  return identity;
}

function verified(token: string): unknown {
  try {
    return jwt.verify(token, tokenKey(), tokenRules);
  } catch {
    return null;
  }
}
