import express, { type Request, Router } from 'express';
import { timingSafeEqualText } from '../core/compare';
import { Forbidden } from '../core/errors';
import { registry } from '../core/metrics';
import { within } from '../core/within';
import { isDraining } from '../drain';
import { settings } from '../settings';
import { databaseAnswers, indexesExist } from '../store/connect';
import { isDiskFull } from '../store/space';

/** An orchestrator does not wait longer. */
const READY_WITHIN_MS = 2_000;

/** What operators ask; outside of `/api` and open, but for the metrics. */
export function healthRoutes(): express.Router {
  const router = Router();
  // These alone: the files behind are kept by browsers.
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
    response.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'not ready', database, indexes, disk });
  });
  router.get('/metrics', async (request, response) => {
    if (!mayReadMetrics(request)) throw new Forbidden();
    response.type(registry.contentType).send(await registry.metrics());
  });
  return router;
}

/** What proxies add to a request that they pass on. */
const PROXY_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'];

/**
 * With the token from anywhere, with another one from nowhere; without one only from this very machine, and not through a
 * proxy on it.
 */
function mayReadMetrics(request: Request): boolean {
  const { METRICS_TOKEN } = settings();
  const given = request.headers.authorization;
  if (given !== undefined) return METRICS_TOKEN !== undefined && timingSafeEqualText(given, `Bearer ${METRICS_TOKEN}`);
  const proxied = PROXY_HEADERS.some((name) => request.headers[name] !== undefined);
  const from = request.socket.remoteAddress ?? '';
  return !proxied && (from === '::1' || /^(::ffff:)?127\./.test(from));
}
