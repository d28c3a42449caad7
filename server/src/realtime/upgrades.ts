import { type IncomingMessage, ServerResponse } from 'node:http';
import { spendAnonymously } from '../core/budget';
import { clientAddress } from '../core/client-address';
import { AppError } from '../core/errors';
import { refuse, refuseBare } from '../core/http-server';
import { languageOf } from '../core/language';
import { countRefusal } from '../core/security-log';

/** Tokens that a new socket takes: of its address's budget for the link, and of its user's for the handshake. */
export const HANDSHAKE_COST = 2;

/**
 * The door before the engine's own, for whatever is addressed to the hub: each new link takes from its address's budget
 * before it is accepted, 429 where there is nothing left. A link that would take the place of another one (`sid`) is
 * refused, 400: there is no polling to come from, and it would not be counted.
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
  try {
    spendAnonymously(address, HANDSHAKE_COST);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  const { searchParams } = new URL(request.url ?? '', 'http://hub');
  return searchParams.has('sid') ? new AppError(400, 'common.bad_request') : null;
}
