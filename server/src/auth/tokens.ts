import { randomUUID } from 'node:crypto';
import { Role } from '@boli/shared/auth/auth.schema';
import { Id } from '@boli/shared/core/fields';
import type { TokenId } from '@boli/shared/realtime/events';
import jwt from 'jsonwebtoken';
import { z } from 'zod';
import type { Actor } from '../core/actor';
import { chargeRefusedToken, checkNotSpent, checkSessionNotSpent, checkTokenNotSpent } from '../core/budget';
import { Unauthorized } from '../core/errors';
import { tokenKey } from '../core/secrets';
import { logSecurityEvent } from '../core/security-log';
import { settings } from '../settings';
import type { SuspensionRecord, UserDocument } from './auth.model';
import { users } from './auth.repository';

const ISSUER = 'boli';
const AUDIENCE = 'boli';

/** What every reader of tokens pins: the algorithm, who made it, for whom. */
export const tokenRules = { algorithms: ['HS256'], issuer: ISSUER, audience: AUDIENCE } satisfies jwt.VerifyOptions;

const Claims = z.object({
  sub: Id,
  role: Role,
  ver: z.number().int(),
  exp: z.number(),
  /** Absent in tokens from before there were sessions. */
  sid: Id.optional(),
  jti: z.string().optional(),
});

/**
 * Who a token stands for: the caller, the token version it was made for, and when it ends (epoch milliseconds). With a
 * `suspension` the token held until then, and opens nothing but what finishes a ride.
 */
export interface Identity {
  actor: Actor;
  tokenVersion: number;
  tokenId: TokenId;
  /** Names this session, or a token without one, among all of them. */
  name: string;
  expiresAt: number;
  suspension: SuspensionRecord | null;
}

/** A fresh access token (JWT, HS256) of this account and session. */
export function signToken(user: Pick<UserDocument, '_id' | 'role' | 'token_version'>, sid: string): string {
  // The setting's schema allows nothing but a number and a unit.
  const expiresIn = settings().JWT_EXPIRES_IN as `${number}${'s' | 'm' | 'h' | 'd'}`;
  return jwt.sign({ role: user.role, ver: user.token_version, sid }, tokenKey(), {
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
 * (account gone, signed out, password changed). One read of the account, by its id. Rejects when the database is away,
 * and with 429, before anything is read, where the account has no token of its budget left; for a call that is
 * `paidBySession`, where its session has none either.
 */
export async function identityOf(payload: unknown, { paidBySession = false } = {}): Promise<Identity | null> {
  const claims = Claims.safeParse(payload);
  if (!claims.success) return null;
  const { sub, role, ver, exp, sid, jti } = claims.data;
  const tokenId = sid === undefined ? { jti: jti ?? null } : { sid };
  const name = `${sub} ${sid ?? jti ?? exp}`;
  if (paidBySession) checkSessionNotSpent(sub, name);
  else checkNotSpent(sub);
  checkTokenNotSpent(name);
  const user = await users.holder(sub, tokenId);
  const suspension = user?.suspension ?? null;
  if (!user || user.role !== role || (suspension ?? user).token_version !== ver) {
    chargeRefusedToken(name);
    logSecurityEvent('revoked_token', { user: sub });
    return null;
  }
  const actor = { id: user._id, role: user.role, name: user.name, token: tokenId };
  return { actor, tokenVersion: ver, tokenId, name, expiresAt: exp * 1000, suspension };
}

/** The person behind a token, for the socket's handshake: the same rules as REST. Throws `Unauthorized`. */
export async function identify(token: unknown): Promise<Identity> {
  const identity = typeof token === 'string' ? await identityOf(verified(token)) : null;
  if (!identity || identity.suspension) throw new Unauthorized('auth.token_invalid');
  return identity;
}

/** When a token ends by itself. */
export function expiryOfToken(token: string): Date {
  return new Date(Claims.parse(jwt.decode(token)).exp * 1000);
}

function verified(token: string): unknown {
  try {
    return jwt.verify(token, tokenKey(), tokenRules);
  } catch {
    return null;
  }
}
