import express, { type Request, Router } from 'express';
import { timingSafeEqualText } from '../core/compare';
import { Forbidden } from '../core/errors';
import { registry } from '../core/metrics';
import { settings } from '../settings';
import { databaseAnswers, indexesExist } from '../store/connect';

const READY_WITHIN_MS = 2_000;

/** What operators ask; outside of `/api` and open, but for the metrics. */
export function healthRoutes(): express.Router {
  const router = Router();
  router.use((_request, response, next) => {
    response.set('Cache-Control', 'no-store');
    next();
  });
  router.get('/health/live', (_request, response) => {
    response.json({ status: 'live' });
  });
  router.get('/health/ready', async (_request, response) => {
    const database = await answersWithin(READY_WITHIN_MS);
    const ready = database && indexesExist();
    response.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'not ready', database });
  });
  router.get('/metrics', async (request, response) => {
    if (!mayReadMetrics(request)) throw new Forbidden();
    response.type(registry.contentType).send(await registry.metrics());
  });
  return router;
}

/** Whether the database answers in that time; an orchestrator does not wait longer. */
async function answersWithin(milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, milliseconds, false);
  });
  const answered = await Promise.race([databaseAnswers(), silence]);
  clearTimeout(timer);
  return answered;
}

/** With the token from anywhere; without one only from this very machine, and not through a proxy on it. */
function mayReadMetrics(request: Request): boolean {
  const { METRICS_TOKEN } = settings();
  const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (METRICS_TOKEN && given) return timingSafeEqualText(given, METRICS_TOKEN);
  const proxied = request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined;
  const from = request.socket.remoteAddress ?? '';
  return !proxied && (from === '::1' || /^(::ffff:)?127\./.test(from));
}
