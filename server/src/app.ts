import { randomUUID } from 'node:crypto';
import compression from 'compression';
import express, { type Express } from 'express';
import { pinoHttp } from 'pino-http';
import { authentication } from './auth/guard';
import { mapRoutes } from './city/map.routes';
import { spendAnonymously } from './core/budget';
import { bodyDeadline } from './core/deadlines';
import { NotFound } from './core/errors';
import { failureHandler } from './core/failure';
import { loggedRequest } from './core/logged-request';
import { logger } from './core/logger';
import { measureRequests } from './core/metrics';
import { openApiRoutes } from './core/openapi';
import { warnOfProxy } from './core/proxy-warning';
import { refuseWhile, requestTimeout } from './core/request-timeout';
import { crossOrigin, securityHeaders } from './core/security';
import { watchRefusals } from './core/security-log';
import { traceIdOf, traceRequests } from './core/trace-requests';
import { healthRoutes } from './health/health.routes';
import { settings } from './settings';
import { indexesLost } from './store/connect';
import { isDatabaseSilent } from './store/heartbeat';
import { webRoutes } from './web';
import { mountRoutes, wire } from './wiring/wire';

/**
 * The REST API and, if it has been built, the client. Starts nothing. Throws `WiringError` if a declared
 * endpoint, message or step has no implementation.
 */
export function createApp(): Express {
  wire();
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('trust proxy', settings().TRUST_PROXY);
  app.use(traceRequests());
  app.use(warnOfProxy());
  app.use(
    pinoHttp({
      logger,
      genReqId: (request) => traceIdOf(request) ?? randomUUID(),
      useLevel: 'debug',
      autoLogging: logger.isLevelEnabled('debug'),
      serializers: { req: loggedRequest },
    }),
  );
  app.use(measureRequests());
  app.use(watchRefusals());
  app.use(securityHeaders());
  app.use(healthRoutes());
  app.use(bodyDeadline());
  app.use(mapRoutes());
  app.use('/api', crossOrigin, apiRoutes());
  app.use(webRoutes());
  app.use(failureHandler);
  return app;
}

function apiRoutes(): express.Router {
  const api = express.Router();
  api.use(refuseWhile(indexesLost));
  api.use(requestTimeout(isDatabaseSilent));
  api.use((_request, response, next) => {
    response.set('Cache-Control', 'no-store');
    next();
  });
  openApiRoutes(api);
  // The API's answers are compressed here, for each request; `webRoutes` serves static files that are already
  // compressed.
  api.use(compression());
  api.use(authentication());
  mountRoutes(api);
  api.use((request) => {
    spendAnonymously(request.ip ?? 'unknown', 1);
    throw new NotFound('common.no_such_call');
  });
  return api;
}
