import type { RequestHandler } from 'express';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** Contains every metric that `/metrics` shows. */
export const registry = new Registry();

const durations = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'How long requests took, by route pattern, method and status',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [registry],
});

let collecting = false;

/** Measures every request that is answered. Unknown paths count as one route, so that a scan does not create thousands of series. */
export function measureRequests(): RequestHandler {
  if (!collecting) collectDefaultMetrics({ register: registry });
  collecting = true;
  return (request, response, next) => {
    const stop = durations.startTimer();
    response.once('finish', () => {
      const pattern: unknown = request.route?.path;
      const route = typeof pattern === 'string' ? `${request.baseUrl}${pattern}` : 'other';
      stop({ method: request.method, route, status: String(response.statusCode) });
    });
    next();
  };
}
