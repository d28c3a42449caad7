import compression from 'compression';
import express, { type Express } from 'express';
import { pinoHttp } from 'pino-http';
import { adminRoutes } from './admin/admin.routes';
import { authRoutes } from './auth/auth.routes';
import { authentication } from './auth/guard';
import { NotFound } from './core/errors';
import { failureHandler } from './core/failure';
import { logger } from './core/logger';
import { driverRoutes } from './drivers/drivers.routes';
import { settings } from './settings';
import { fileRoutes } from './uploads/files.routes';

/** Wires the REST API and, where it has been built, the client. Starts nothing. */
export function createApp(): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('trust proxy', settings().TRUST_PROXY);
  app.use(pinoHttp({ logger, useLevel: 'debug', autoLogging: logger.isLevelEnabled('debug') }));
  app.use(compression());
  app.use('/api', apiRoutes());
  app.use(failureHandler);
  return app;
}

function apiRoutes(): express.Router {
  const api = express.Router();
  api.use((_request, response, next) => {
    response.set('Cache-Control', 'no-store');
    next();
  });
  api.use(express.json({ limit: '100kb' }));
  api.use(authentication());
  const nouns = [authRoutes, driverRoutes, adminRoutes, fileRoutes];
  for (const mount of nouns) mount(api);
  api.use(() => {
    throw new NotFound('common.no_such_call');
  });
  return api;
}
