import { type KeyObject, randomUUID } from 'node:crypto';
import { Role } from '@boli/shared/auth/auth.schema';
import { BoundedMap } from '@boli/shared/core/bounded-map';
import { Id } from '@boli/shared/core/fields';
import type { TokenId } from '@boli/shared/realtime/events';
import type { PositionToken } from '@boli/shared/tracking/tracking.schema';
import jwt from 'jsonwebtoken';
import { z } from 'zod';
import type { Actor } from '../core/actor';
import {
  chargeRefusedToken,
  checkNotSpent,
  checkPositionsNotSpent,
  checkSessionNotSpent,
  checkTokenNotSpent,
} from '../core/budget';
import { clock } from '../core/clock';
import { Unauthorized } from '../core/errors';
import { tokenKey } from '../core/secrets';
import { logSecurityEvent } from '../core/security-log';
import { settings } from '../settings';
import type { SuspensionRecord, UserDocument } from './auth.model';
import { hasToken } from './auth.policy';
import { users } from './auth.repository';

const ISSUER = 'boli';
const AUDIENCE = 'boli';

/** For how many tokens the verified claims are kept. */
const MAX_VERIFIED = 50_000;

/** The claims that are checked whenever a token is read: algorithm, issuer and audience. */
export const tokenRules = { algorithms: ['HS256'], issuer: ISSUER, audience: AUDIENCE } satisfies jwt.VerifyOptions;

const Payload = z.object({
  sub: Id,
  role: Role,
  ver: z.number().int(),
  exp: z.number(),
  /** Absent in tokens from before there were sessions. */
  sid: Id.optional(),
  /** Null in a position token that was requested with a token without `sid` and `jti`. */
  jti: z.string().nullish(),
});

/**
 * The person that a token identifies: the caller, the token version it was issued for, and when it expires (epoch
 * milliseconds). With a `suspension`, the token was valid until the suspension, and now permits only calls that finish
 * a ride.
 */
export interface Identity {
  actor: Actor;
  tokenVersion: number;
  tokenId: TokenId;
  /** A unique name of the session, or of the token if it has no session. */
  name: string;
  expiresAt: number;
  suspension: SuspensionRecord | null;
}

/** The time as tokens have it: seconds since the epoch. */
const seconds = () => Math.floor(clock.database() / 1000);

/** Signs a new access token (JWT, HS256) for this account and session. */
export function signToken(user: Pick<UserDocument, '_id' | 'role' | 'token_version'>, sid: string): string {
  // The setting's schema allows only a number and a unit.
  const expiresIn = settings().JWT_EXPIRES_IN as `${number}${'s' | 'm' | 'h' | 'd'}`;
  return jwt.sign({ role: user.role, ver: user.token_version, sid, iat: seconds() }, tokenKey(), {
    algorithm: 'HS256',
    subject: user._id,
    issuer: ISSUER,
    audience: AUDIENCE,
    expiresIn,
    jwtid: randomUUID(),
  });
}

/** The claims of a token that this server signed; the account decides whether the token is still valid. */
export interface Claims {
  userId: string;
  role: Role;
  tokenVersion: number;
  tokenId: TokenId;
  /** A unique name of the session, or of the token if it has no session. */
  name: string;
  /** Epoch milliseconds. */
  expiresAt: number;
}

function readClaims(payload: unknown): Claims | null {
  const read = Payload.safeParse(payload);
  if (!read.success) return null;
  const { sub, role, ver, exp, sid, jti } = read.data;
  return {
    userId: sub,
    role,
    tokenVersion: ver,
    tokenId: sid === undefined ? { jti: jti ?? null } : { sid },
    name: `${sub} ${sid ?? jti ?? exp}`,
    expiresAt: exp * 1000,
  };
}

/**
 * The claims of the access tokens whose signature was verified last, with the key that verified them. A token is
 * verified once, not at every handshake of its client.
 */
const verifiedClaims = new BoundedMap<string, { key: KeyObject; claims: Claims }>(MAX_VERIFIED);

/** The claims of an access token with a valid signature that has not expired; null for anything else. */
export function claimsOf(token: string): Claims | null {
  const key = tokenKey();
  const known = verifiedClaims.get(token);
  const claims = known?.key === key ? known.claims : readClaims(verified(token));
  if (!claims || claims.expiresAt <= clock.millis()) {
    verifiedClaims.delete(token);
    return null;
  }
  verifiedClaims.set(token, { key, claims });
  return claims;
}

/** The budget that pays for a call. */
export type Payer = 'account' | 'session' | 'booking';

/**
 * Returns the person behind claims whose signature has been verified, or null when this server did not issue them or
 * they are no longer valid (expired, account deleted, signed out, password changed). Reads the account once, by its id. Rejects
 * when the database is unavailable. Rejects with 429, before any read, if the budget that pays for the call is used up
 * (for `session`: those of both the account and the session), and if the same refused token was sent too often.
 */
export async function identityOf(payload: unknown, payer: Payer = 'account'): Promise<Identity | null> {
  const claims = readClaims(payload);
  if (!claims || claims.expiresAt <= clock.database()) return null;
  const { userId, role, tokenVersion, tokenId, name, expiresAt } = claims;
  if (payer === 'session') checkSessionNotSpent(userId, name);
  else if (payer === 'account') checkNotSpent(userId);
  checkTokenNotSpent(name);
  const user = await users.byId(userId);
  const suspension = user?.suspension ?? null;
  if (!user || !hasToken(user, tokenId) || user.role !== role || (suspension ?? user).token_version !== tokenVersion) {
    chargeRefusedToken(name);
    logSecurityEvent('revoked_token', { user: userId });
    return null;
  }
  const actor = { id: user._id, role: user.role, name: user.name, token: tokenId, expiresAt };
  return { actor, tokenVersion, tokenId, name, expiresAt, suspension };
}

/** Position tokens have their own audience, so that neither kind of token is accepted as the other. */
const POSITION_AUDIENCE = 'boli-position';
/** Longer than rides last; the token of a ride that has ended is refused anyway. */
const POSITION_TOKEN_MS = 24 * 60 * 60_000;

/**
 * Signs a token that may only send positions of this booking (JWT, HS256). It is revoked together with the session that
 * requested it, and does not outlive the access token of the requesting call. Throws 401 when the account no longer
 * exists.
 */
export async function signPositionToken(actor: Actor, bookingId: string): Promise<PositionToken> {
  const { id, role, token, expiresAt: sessionEndsAt = Number.POSITIVE_INFINITY } = actor;
  const user = await users.byId(id);
  if (!user) throw new Unauthorized('auth.token_invalid');
  const expiresAt = new Date(Math.min(clock.millis() + POSITION_TOKEN_MS, sessionEndsAt));
  const ver = (user.suspension ?? user).token_version;
  const claims = { role, ver, ...token, booking: bookingId, exp: Math.floor(expiresAt.getTime() / 1000) };
  return {
    token: jwt.sign(claims, tokenKey(), {
      algorithm: 'HS256',
      subject: id,
      issuer: ISSUER,
      audience: POSITION_AUDIENCE,
    }),
    expires_at: expiresAt.toISOString(),
  };
}

/**
 * Returns the driver behind a position token of this booking, or null if the token is not valid for this booking.
 * Rejects with 429 if the booking has used up its budget of positions.
 */
export async function identityOfPositionToken(token: string, bookingId: string): Promise<Identity | null> {
  const payload = verified(token, { ...tokenRules, audience: POSITION_AUDIENCE });
  const isForBooking = z.object({ booking: z.literal(bookingId) }).safeParse(payload).success;
  if (!isForBooking) return null;
  checkPositionsNotSpent(bookingId);
  return identityOf(payload, 'booking');
}

/** Returns when a token expires. */
export function expiryOfToken(token: string): Date {
  return new Date(Payload.parse(jwt.decode(token)).exp * 1000);
}

function verified(token: string, rules: jwt.VerifyOptions = tokenRules): unknown {
  try {
    return jwt.verify(token, tokenKey(), { ...rules, clockTimestamp: seconds() });
  } catch {
    return null;
  }
}
