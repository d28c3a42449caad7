import { type IncomingMessage, ServerResponse } from 'node:http';
import { Gauge } from 'prom-client';
import { spendAnonymously } from '../core/budget';
import { clientAddress } from '../core/client-address';
import { AppError } from '../core/errors';
import { refuse, refuseBare } from '../core/http-server';
import { languageOf } from '../core/language';
import { registry } from '../core/metrics';
import { addressKey } from '../core/networks';
import { countRefusal } from '../core/security-log';
import { isDraining } from '../drain';
import { settings } from '../settings';
import { admissionQueue } from './admission-queue';
import { admissions } from './admissions';
import { isAllowedOrigin } from './origins';

/**
 * The tokens that a new socket takes twice: for the connection from the budget of its address, and for the handshake
 * from the budget of its user.
 */
export const HANDSHAKE_COST = 2;

const pace = () => settings().SOCKET_ADMISSIONS;
/**
 * Paces the connections of all clients. If many connect at once, all but the first few wait in the queue; those for
 * whom it has no room are deferred.
 */
const crowd = admissions(pace);
const queue = admissionQueue({ crowd, perSecond: pace, isClosing: isDraining });

new Gauge({
  name: 'admissions_waiting',
  help: 'Clients that wait with open connections for their admission to the hub',
  registers: [registry],
  collect() {
    this.set(queue.size);
  },
});

/**
 * Checks upgrade requests for the hub before the engine does: each new connection takes tokens from its address's
 * budget before it is accepted, and is refused with 429 if too few are left. A page of a foreign origin is refused with
 * 400. So is a connection that would replace another one (`sid`): polling is not offered, and the new connection would
 * not be counted. A server that will stop refuses every connection with 503. Of clients that come at once, a few are
 * admitted immediately, and the others wait for their turn in a queue; once the queue is full, further clients get 503
 * with the time until their turn.
 */
export function chargeUpgrade(request: IncomingMessage, response: unknown, next: () => void): void {
  const address = clientAddress(request);
  const outcome = refusalOf(request, address) ?? turnOf(request, response, addressKey(address));
  if (outcome === 'admitted') next();
  else if (outcome === 'queued') awaitTurn(request, response, next);
  else refuseUpgrade(request, response, outcome);
}

function refuseUpgrade(request: IncomingMessage, response: unknown, refusal: AppError): void {
  countRefusal(refusal.status, clientAddress(request));
  if (response instanceof ServerResponse) {
    allowToRead(request, response);
    refuse(response, refusal);
  } else refuseBare(request.socket, refusal, languageOf(request));
}

/** The refusal of a request that may not connect at all; null if it may. */
function refusalOf(request: IncomingMessage, address: string): AppError | null {
  // No `Retry-After`: another server can accept the client immediately.
  if (isDraining()) return new AppError(503, 'common.unavailable');
  try {
    spendAnonymously(address, HANDSHAKE_COST);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  const { searchParams } = new URL(request.url ?? '', 'http://hub');
  // A page of a foreign origin would be refused later anyway; it must not take a place from others first.
  return searchParams.has('sid') || !isAllowedOrigin(request) ? new AppError(400, 'common.bad_request') : null;
}

/**
 * Whether a client of this address key may connect now, joins the queue, or is deferred. A page asks this by a plain
 * request: if the page may connect, the request is passed on to the engine, which answers 400.
 */
function turnOf(request: IncomingMessage, response: unknown, key: string): 'admitted' | 'queued' | AppError {
  // Node gives an upgrade no response to write. A plain request may have the header `Upgrade` as well.
  if (response instanceof ServerResponse) return queue.hasRoom(key) ? 'admitted' : waitOf(crowd.place(key, queue));
  if (queue.admitsNow()) return 'admitted';
  return queue.hasRoom(key) ? 'queued' : deferralOf(request, key);
}

const waitOf = (seconds: number) => new AppError(503, 'common.unavailable', { retryAfter: Math.floor(seconds) });

/**
 * Keeps an upgrade in the queue until its turn. A client that closes its connection leaves the queue. A client that
 * sends data before the answer to its upgrade is disconnected; no client that follows the protocol does so.
 */
function awaitTurn(request: IncomingMessage, response: unknown, next: () => void): void {
  const link = request.socket;
  const signs = ['readable', 'close', 'error'] as const;
  const stopListening = () => {
    for (const sign of signs) link.off(sign, leave);
  };
  const key = addressKey(clientAddress(request));
  const quit = queue.join({
    address: key,
    admit: () => {
      stopListening();
      next();
    },
    refuse: () => {
      stopListening();
      const refusal = isDraining() ? new AppError(503, 'common.unavailable') : deferralOf(request, key);
      refuseUpgrade(request, response, refusal);
    },
  });
  function leave(): void {
    stopListening();
    quit();
    link.destroy();
  }
  for (const sign of signs) link.on(sign, leave);
}

/**
 * The refusal of an upgrade for which the queue has no room. A page cannot read this answer, and asks for its place by a
 * plain request to the same address; a program, which sends no origin, is given its place here.
 */
function deferralOf({ headers }: IncomingMessage, key: string): AppError {
  return waitOf(headers.origin === undefined ? Math.max(1, crowd.place(key, queue)) : 1);
}

/** Allows the pages of the native shells to read `Retry-After`. */
function allowToRead(request: IncomingMessage, response: ServerResponse): void {
  const { origin } = request.headers;
  if (origin === undefined || !isAllowedOrigin(request)) return;
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Access-Control-Expose-Headers', 'Retry-After');
}
