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
import { admissionQueue } from './admission-queue';
import { admissions } from './admissions';
import { isAllowedOrigin } from './origins';

/** The tokens that the connection of a new socket takes from its address, and its handshake from its user. */
export const HANDSHAKE_COST = 2;

const pace = () => settings().SOCKET_ADMISSIONS;
/** The connections of all clients: beyond their pace they wait in the queue, and beyond its capacity they are deferred. */
const crowd = admissions(pace);
const queue = admissionQueue({ crowd, perSecond: pace, isClosing: isDraining });

/**
 * Checks upgrade requests for the hub before the engine does: each new connection takes tokens from its address's
 * budget before it is accepted, and is refused with 429 if too few are left. A connection that would replace another
 * one (`sid`) is refused with 400: polling is not offered, and the new connection would not be counted; so is a page of a
 * foreign origin. A server that will stop refuses all with 503. While more clients connect than `SOCKET_ADMISSIONS` a
 * second, upgrades wait for their turn in a queue; once it is full the others get a 503 that says when to come again.
 */
export function chargeUpgrade(request: IncomingMessage, response: unknown, next: () => void): void {
  const address = clientAddress(request);
  const outcome = refusalOf(request, address) ?? turnOf(request, addressKey(address));
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
  return searchParams.has('sid') || !isAllowedOrigin(request) ? new AppError(400, 'common.bad_request') : null;
}

/**
 * Whether a client of this address key may connect now, joins the queue, or is deferred. A plain request asks this for its
 * page, and is passed on to the engine, which answers 400, if the page may come.
 */
function turnOf(request: IncomingMessage, key: string): 'admitted' | 'queued' | AppError {
  if (!isUpgrade(request)) return (queue.hasRoom(key) ? null : waitOf(crowd.place(key, queue.size))) ?? 'admitted';
  if (queue.size === 0 && crowd.admits()) return 'admitted';
  return queue.hasRoom(key) ? 'queued' : deferralOf(request, key);
}

const isUpgrade = ({ headers }: IncomingMessage) => headers.upgrade !== undefined;
const waitOf = (seconds: number) =>
  seconds > 0 ? new AppError(503, 'common.unavailable', { retryAfter: Math.floor(seconds) }) : null;

/**
 * Keeps an upgrade in the queue until its turn. A client that closes its connection leaves the queue; so does one that sends
 * data before the answer to its upgrade, which no client of the protocol does.
 */
function awaitTurn(request: IncomingMessage, response: unknown, next: () => void): void {
  const link = request.socket;
  const signs = ['readable', 'close', 'error'] as const;
  const stopListening = () => {
    for (const sign of signs) link.off(sign, leave);
  };
  const quit = queue.join({
    address: addressKey(clientAddress(request)),
    admit: () => {
      stopListening();
      next();
    },
    refuse: () => {
      stopListening();
      refuseUpgrade(request, response, new AppError(503, 'common.unavailable'));
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
 * The refusal of an upgrade for which the queue has no room. A page cannot read it, and asks for its place by a plain request
 * to the same address; a program, which sends no origin, is given its place here.
 */
function deferralOf({ headers }: IncomingMessage, key: string): AppError {
  const seconds = headers.origin === undefined ? Math.max(1, crowd.place(key, queue.size)) : 1;
  return new AppError(503, 'common.unavailable', { retryAfter: Math.floor(seconds) });
}

/** Lets the pages of the native shells read when their turn comes. */
function allowToRead(request: IncomingMessage, response: ServerResponse): void {
  const { origin } = request.headers;
  if (origin === undefined || !isAllowedOrigin(request)) return;
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Access-Control-Expose-Headers', 'Retry-After');
}
