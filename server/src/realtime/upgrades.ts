import { type IncomingMessage, ServerResponse } from 'node:http';
import { spendAnonymously } from '../core/budget';
import { clientAddress } from '../core/client-address';
import { AppError } from '../core/errors';
import { refuse, refuseBare } from '../core/http-server';
import { languageOf } from '../core/language';
import { addressKey } from '../core/networks';
import { countRefusal } from '../core/security-log';
import { isDraining } from '../drain';
import { settings } from '../settings';
import { admissions } from './admissions';
import { isAllowedOrigin } from './origins';

/** The tokens that the connection of a new socket takes from its address, and its handshake from its user. */
export const HANDSHAKE_COST = 2;

/** The connections of all clients: beyond its pace they are deferred. */
const crowd = admissions(() => settings().SOCKET_ADMISSIONS);

/**
 * Checks upgrade requests for the hub before the engine does: each new connection takes tokens from its address's
 * budget before it is accepted, and is refused with 429 if too few are left. A connection that would replace another
 * one (`sid`) is refused with 400: polling is not offered, and the new connection would not be counted; so is a page of a
 * foreign origin. A server that will stop refuses all with 503, and while more clients connect than `SOCKET_ADMISSIONS` a second the others get a 503
 * that says when their turn comes.
 */
export function chargeUpgrade(request: IncomingMessage, response: unknown, next: () => void): void {
  const address = clientAddress(request);
  const refusal = refusalOf(request, address);
  if (!refusal) {
    next();
    return;
  }
  countRefusal(refusal.status, address);
  if (response instanceof ServerResponse) {
    allowToRead(request, response);
    refuse(response, refusal);
  } else refuseBare(request.socket, refusal, languageOf(request));
}

function refusalOf(request: IncomingMessage, address: string): AppError | null {
  // Without a time to wait: another server takes the client at once.
  if (isDraining()) return new AppError(503, 'common.unavailable');
  try {
    spendAnonymously(address, HANDSHAKE_COST);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  const { searchParams } = new URL(request.url ?? '', 'http://hub');
  // A page of a foreign origin would be refused later, and must take no place from others before.
  if (searchParams.has('sid') || !isAllowedOrigin(request)) return new AppError(400, 'common.bad_request');
  const key = addressKey(address);
  return isUpgrade(request) ? deferralOf(request, key) : waitOf(crowd.place(key));
}

const isUpgrade = ({ headers }: IncomingMessage) => headers.upgrade !== undefined;
const waitOf = (seconds: number) =>
  seconds > 0 ? new AppError(503, 'common.unavailable', { retryAfter: Math.floor(seconds) }) : null;

/**
 * The refusal of a connection that comes too early; null if it is admitted. A page cannot read the answer to its upgrade,
 * and asks for its place by a plain request to the same address; a program, which sends no origin, is given it here.
 */
function deferralOf({ headers }: IncomingMessage, key: string): AppError | null {
  if (crowd.admits()) return null;
  return waitOf(headers.origin === undefined ? Math.max(1, crowd.place(key)) : 1);
}

/** Lets the pages of the native shells read when their turn comes. */
function allowToRead(request: IncomingMessage, response: ServerResponse): void {
  const { origin } = request.headers;
  if (origin === undefined || !isAllowedOrigin(request)) return;
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Access-Control-Expose-Headers', 'Retry-After');
}
