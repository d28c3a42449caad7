import express, { type Request, Router } from 'express';
import { timingSafeEqualText } from '../core/compare';
import { Forbidden } from '../core/errors';
import { registry } from '../core/metrics';
import { redisState } from '../core/redis';
import { within } from '../core/within';
import { isDraining } from '../drain';
import { settings } from '../settings';
import { databaseAnswers, indexesExist } from '../store/connect';
import { isDiskFull } from '../store/space';
import { readMetrics } from './metrics.workers';

/** Orchestrators do not wait longer for an answer. */
const READY_WITHIN_MS = 2_000;

/**
 * Mounts the probes for operators, outside of `/api` and public except for the metrics. Throws 403 for metrics without
 * permission.
 */
export function healthRoutes(): express.Router {
  const router = Router();
  // Caching is forbidden for these paths only: browsers cache the files that are mounted after them.
  router.use(['/health', '/metrics'], (_request, response, next) => {
    response.set('Cache-Control', 'no-store');
    next();
  });
  router.get('/health/live', (_request, response) => {
    response.json({ status: 'live' });
  });
  router.get('/health/ready', async (_request, response) => {
    const database = await within(databaseAnswers(), READY_WITHIN_MS);
    const disk = isDiskFull() ? 'full' : 'ok';
    const indexes = indexesExist();
    const ready = database && indexes && disk === 'ok' && !isDraining();
    const nodes = redisState();
    // A node that has lost the link to the other nodes can still serve its clients, although events of the other nodes
    // do not arrive.
    const status = ready ? (nodes === 'lost' ? 'degraded' : 'ready') : 'not ready';
    response.status(ready ? 200 : 503).json({ status, database, indexes, disk, ...(nodes !== 'off' && { nodes }) });
  });
  router.get('/metrics', async (request, response) => {
    if (!mayReadMetrics(request)) throw new Forbidden();
    response.type(registry.contentType).send(await readMetrics());
  });
  return router;
}

/** The headers that proxies add to a request. */
const PROXY_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'];

/**
 * Whether a request may read the metrics: with the right token from anywhere; without a token only from this machine
 * and not through a proxy on it; with a wrong token never.
 */
function mayReadMetrics(request: Request): boolean {
  const { METRICS_TOKEN } = settings();
  const given = request.headers.authorization;
  if (given !== undefined) return METRICS_TOKEN !== undefined && timingSafeEqualText(given, `Bearer ${METRICS_TOKEN}`);
  const proxied = PROXY_HEADERS.some((name) => request.headers[name] !== undefined);
  const from = request.socket.remoteAddress ?? '';
  return !proxied && (from === '::1' || /^(::ffff:)?127\./.test(from));
}
