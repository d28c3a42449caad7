import { createHmac } from 'node:crypto';
import type { RequestHandler } from 'express';
import { Counter } from 'prom-client';
import { logger } from './logger';
import { registry } from './metrics';
import { addressKey } from './networks';
import { derivedKey } from './secrets';

/**
 * The events that an operator should see in the log: a failed sign-in, a token that is no longer valid, a caller who is
 * refused repeatedly, a connection that floods.
 */
export type SecurityEvent = 'sign_in_failed' | 'revoked_token' | 'calls_refused' | 'link_flooded';

const WINDOW_MS = 60_000;
/** The maximum number of log lines for one event in a minute: a flood of attempts must not become a flood of lines. */
const LINES = 30;
/** A network is logged when it reaches this many refusals in a minute. */
const REFUSALS = 100;
/** The maximum number of networks that are counted; further ones are ignored until the minute ends. */
const NETWORKS = 10_000;
const REFUSED = new Set([401, 403, 429]);

const refused = new Counter({
  name: 'refusals_total',
  help: 'Requests and handshakes that were refused, by status: 401, 403, 429',
  labelNames: ['status'] as const,
  registers: [registry],
});

interface Minute {
  endsAt: number;
  lines: Map<SecurityEvent, number>;
  refusals: Map<string, number>;
  floods: Set<string>;
}
const minuteUntil = (endsAt: number): Minute => ({
  endsAt,
  lines: new Map(),
  refusals: new Map(),
  floods: new Set(),
});
let minute = minuteUntil(0);

/** The current minute; at the start of a new one the counts restart, and the number of omitted events is logged. */
function current(): Minute {
  const now = performance.now();
  if (now < minute.endsAt) return minute;
  const before = minute;
  minute = minuteUntil(now + WINDOW_MS);
  for (const [event, count] of before.lines) {
    if (count > LINES) logger.warn({ event, left_out: count - LINES }, 'security events were left out');
  }
  return minute;
}

/**
 * Writes a security event into the log at `warn`, in a bounded number of lines. `about` contains ids, addresses and
 * pseudonyms: never a password, a token, or an email in clear text.
 */
export function logSecurityEvent(event: SecurityEvent, about: Record<string, string | number | null>): void {
  const { lines } = current();
  const count = (lines.get(event) ?? 0) + 1;
  lines.set(event, count);
  if (count <= LINES) logger.warn({ event, ...about }, 'security');
}

/** A pseudonym for an email in the log: the same for the same email, and useless to a person who has only the log. */
export function pseudonym(text: string): string {
  return createHmac('sha256', derivedKey('pseudonyms in the log')).update(text).digest('hex').slice(0, 12);
}

/**
 * Counts the refusals (401, 403, 429) of each network by REST: one log line a minute for each network that is refused
 * often.
 */
export function watchRefusals(): RequestHandler {
  return (request, response, next) => {
    response.once('finish', () => {
      countRefusal(response.statusCode, request.ip ?? 'unknown');
    });
    next();
  };
}

/** Counts a response, by REST or by socket, for its caller's network if it is a refusal. */
export function countRefusal(status: number, address: string): void {
  if (!REFUSED.has(status)) return;
  refused.inc({ status });
  const network = addressKey(address);
  const { refusals } = current();
  const known = refusals.get(network);
  if (known === undefined && refusals.size >= NETWORKS) return;
  const count = (known ?? 0) + 1;
  refusals.set(network, count);
  if (count === REFUSALS) logSecurityEvent('calls_refused', { network, refusals: count });
}

/**
 * Logs a socket connection that was closed because it flooded: one line a minute for each network. `user` is null
 * before the handshake of the connection.
 */
export function reportFlood(address: string, user: string | null): void {
  const network = addressKey(address);
  const { floods } = current();
  if (floods.has(network) || floods.size >= NETWORKS) return;
  floods.add(network);
  logSecurityEvent('link_flooded', { network, user });
}

/** Starts a new minute, for tests. */
export function forgetSecurityEvents(): void {
  minute = minuteUntil(0);
}
