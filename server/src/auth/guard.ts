import type { KeyObject } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import passport from 'passport';
import { ExtractJwt, Strategy, type VerifiedCallback } from 'passport-jwt';
import type { GuardAccess } from '../core/access';
import { spend, spendAnonymously, spendOfSession, spendPositions } from '../core/budget';
import { Forbidden, Unauthorized } from '../core/errors';
import { tokenKey } from '../core/secrets';
import { touchSession } from './sessions.service';
import { checkMayFinish } from './suspension';
import { type Identity, identityOf, identityOfPositionToken, tokenRules } from './tokens';

/**
 * jsonwebtoken also accepts a `KeyObject`, which is fifty times faster than the same key as text. The types of
 * passport-jwt do not allow it.
 */
type GiveKey = (error: unknown, key: KeyObject | string | Buffer) => void;

/**
 * Requests to endpoints that are charged to the session. Passport's callback does not know the endpoint, so it looks the
 * request up here.
 */
const paidBySession = new WeakSet<Request>();

/** Sets up passport to read our bearer tokens; mounted once, before the routes. */
export function authentication(): RequestHandler {
  passport.use(
    new Strategy(
      {
        jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
        secretOrKeyProvider: (_request, _token, done) => (done as GiveKey)(null, tokenKey()),
        // The rules are given here because the library overwrites the fields with these names in `jsonWebTokenOptions`.
        ...tokenRules,
        // By the time of the product, in `identityOf`.
        ignoreExpiration: true,
        passReqToCallback: true,
      },
      (request: Request, payload: unknown, done: VerifiedCallback) => {
        identityOf(payload, paidBySession.has(request) ? 'session' : 'account').then(
          (identity) => done(null, identity ?? false),
          (error: unknown) => done(error, false),
        );
      },
    ),
  );
  return passport.initialize();
}

/**
 * The identity behind a request's token; null if the token is missing or invalid. Rejects when the database is
 * unavailable.
 */
function authenticate(request: Request): Promise<Identity | null> {
  return new Promise((resolve, reject) => {
    const decide = (error: unknown, identity: Identity | false | undefined) => {
      if (error) reject(error);
      else resolve(identity || null);
    };
    passport.authenticate('jwt', { session: false }, decide)(request, undefined, reject);
  });
}

const bearerOf = ExtractJwt.fromAuthHeaderAsBearerToken();

/** The driver behind a request's position token; null unless the token is valid for the booking in the path. */
function authenticatePosition(request: Request): Promise<Identity | null> {
  const [token, { id }] = [bearerOf(request), request.params];
  return token && typeof id === 'string' ? identityOfPositionToken(token, id) : Promise.resolve(null);
}

/**
 * Admits only the callers that an endpoint allows: 401 without a valid token, 403 for another role or while suspended,
 * 429 if the budget of the account (or of the session, for endpoints that are charged to it) has fewer than `cost`
 * tokens left. A call with a position token is charged to its booking. A public endpoint ignores bearer tokens, so that
 * a call with an expired token succeeds. Calls of public endpoints, and calls without a valid token, are charged to the
 * IP address.
 */
export const guardAccess: GuardAccess = ({ access, cost = 1, whileSuspended = false, ...shape }) => {
  if (access === 'public') {
    return (request, _response, next) => {
      spendAnonymously(request.ip ?? 'unknown', cost);
      next();
    };
  }
  return async (request, _response, next) => {
    if (shape.paidBySession) paidBySession.add(request);
    const identity = await (access === 'position' ? authenticatePosition(request) : authenticate(request));
    if (!identity) {
      spendAnonymously(request.ip ?? 'unknown', 1);
      throw new Unauthorized(request.headers.authorization ? 'auth.token_invalid' : 'common.unauthorized');
    }
    const { actor, suspension } = identity;
    if (access === 'position') request.positionsOf = String(request.params.id);
    if (request.positionsOf) spendPositions(request.positionsOf, cost);
    else if (shape.paidBySession) spendOfSession(actor.id, identity.name, cost);
    else if (cost > 0) spend(actor.id, cost);
    if (suspension) await checkMayFinish(actor, suspension, whileSuspended);
    if (access !== 'any' && access !== 'position' && !access.includes(actor.role)) throw new Forbidden();
    touchSession(identity.tokenId, request.ip);
    request.actor = actor;
    next();
  };
};
