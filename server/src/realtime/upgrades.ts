import { type IncomingMessage, ServerResponse } from 'node:http';
import { spendAnonymously } from '../core/budget';
import { clientAddress } from '../core/client-address';
import { AppError } from '../core/errors';
import { refuse, refuseBare } from '../core/http-server';
import { languageOf } from '../core/language';
import { countRefusal } from '../core/security-log';
import { isDraining } from '../drain';

/** The tokens that the connection of a new socket takes from its address, and its handshake from its user. */
export const HANDSHAKE_COST = 2;

/**
 * Checks upgrade requests for the hub before the engine does: each new connection takes tokens from its address's
 * budget before it is accepted, and is refused with 429 if too few are left. A connection that would replace another
 * one (`sid`) is refused with 400: polling is not offered, and the new connection would not be counted. A server that
 * will stop refuses all with 503.
 */
export function chargeUpgrade(request: IncomingMessage, response: unknown, next: () => void): void {
  const address = clientAddress(request);
  const refusal = refusalOf(request, address);
  if (!refusal) {
    next();
    return;
  }
  countRefusal(refusal.status, address);
  if (response instanceof ServerResponse) refuse(response, refusal);
  else refuseBare(request.socket, refusal, languageOf(request));
}

function refusalOf(request: IncomingMessage, address: string): AppError | null {
  if (isDraining()) return new AppError(503, 'common.unavailable', { retryAfter: 1 });
  try {
    spendAnonymously(address, HANDSHAKE_COST);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  const { searchParams } = new URL(request.url ?? '', 'http://hub');
  return searchParams.has('sid') ? new AppError(400, 'common.bad_request') : null;
}
