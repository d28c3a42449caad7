import type { EndpointShape } from '@boli/shared/core/endpoint';
import type { RequestHandler } from 'express';

/** The part of an endpoint that decides who may call it and what a call costs. */
export type Guarded = Pick<EndpointShape, 'access' | 'cost' | 'whileSuspended' | 'paidBySession'>;
/** Returns the middleware that authorises a call of an endpoint and charges its cost. */
export type GuardAccess = (shape: Guarded) => RequestHandler;

let implementation: GuardAccess | null = null;

/** Sets the implementation, which the auth module provides; called once, before the first route is mounted. */
export function implementAccess(guard: GuardAccess): void {
  implementation = guard;
}

/**
 * The middleware for an endpoint. Throws before the implementation is set, so that no route is ever mounted without it.
 */
export const guardAccess: GuardAccess = (shape) => {
  if (!implementation) throw new Error('routes are mounted before access is wired');
  return implementation(shape);
};
