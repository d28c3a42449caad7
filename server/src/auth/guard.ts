import type { KeyObject } from 'node:crypto';
import type { Access } from '@boli/shared/core/endpoint';
import type { Request, RequestHandler } from 'express';
import passport from 'passport';
import { ExtractJwt, Strategy } from 'passport-jwt';
import type { Actor } from '../core/actor';
import { Forbidden, Unauthorized } from '../core/errors';
import { countUse } from '../core/rate-limit';
import { tokenKey } from '../core/secrets';
import { settings } from '../settings';
import { type Identity, identityOf, tokenRules } from './tokens';

/** The key goes on to jsonwebtoken as an object, which costs a fiftieth of the same key as text; the types know text only. */
type GiveKey = (error: unknown, key: KeyObject | string | Buffer) => void;

/** Teaches passport to read our bearer tokens; mounted once, before the routes. */
export function authentication(): RequestHandler {
  passport.use(
    new Strategy(
      {
        jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
        secretOrKeyProvider: (_request, _token, done) => (done as GiveKey)(null, tokenKey()),
        // Beside the others, not in `jsonWebTokenOptions`, whose same-named fields the library overwrites.
        ...tokenRules,
      },
      (payload: unknown, done) => {
        identityOf(payload).then(
          (identity) => done(null, identity ?? false),
          (error: unknown) => done(error, false),
        );
      },
    ),
  );
  return passport.initialize();
}

/** The caller of a request, or null without a token that holds. Rejects when the database is away. */
function authenticate(request: Request): Promise<Actor | null> {
  return new Promise((resolve, reject) => {
    const decide = (error: unknown, identity: Identity | false | undefined) => {
      if (error) reject(error);
      else resolve(identity ? identity.actor : null);
    };
    passport.authenticate('jwt', { session: false }, decide)(request, undefined, reject);
  });
}

/**
 * Lets only those pass whom an endpoint is for: 401 without a valid token, 403 in another role, 429 beyond `RATE_CALLS`
 * a second. Public endpoints look at no token, so that an old one does no harm there.
 */
export function guardAccess(access: Access): RequestHandler {
  if (access === 'public') return (_request, _response, next) => next();
  return async (request, _response, next) => {
    const actor = await authenticate(request);
    if (!actor) throw new Unauthorized(request.headers.authorization ? 'auth.token_invalid' : 'common.unauthorized');
    await countUse('calls', actor.id, { points: settings().RATE_CALLS, seconds: 1 });
    if (access !== 'any' && !access.includes(actor.role)) throw new Forbidden();
    request.actor = actor;
    next();
  };
}
