import type { EndpointShape } from '@boli/shared/core/endpoint';
import type { RequestHandler } from 'express';

/** What of an endpoint decides who may call it and what a call costs. */
export type Guarded = Pick<EndpointShape, 'access' | 'cost' | 'whileSuspended' | 'paidBySession'>;
/** Makes the middleware that lets only those pass whom an endpoint is for, and takes what the call costs. */
export type GuardAccess = (shape: Guarded) => RequestHandler;

let implementation: GuardAccess | null = null;

/** Gives the routes the rule of the accounts, which stand to their right; once, before the first route is mounted. */
export function implementAccess(guard: GuardAccess): void {
  implementation = guard;
}

/** The middleware for an endpoint. Throws where nobody has given the rule: no route is ever mounted without it. */
export const guardAccess: GuardAccess = (shape) => {
  if (!implementation) throw new Error('routes are mounted before access is wired');
  return implementation(shape);
};
