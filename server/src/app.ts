import compression from 'compression';
import express, { type Express } from 'express';
import { pinoHttp } from 'pino-http';
import { adminRoutes } from './admin/admin.routes';
import { recordOpened } from './admin/document-views.service';
import { userRoutes } from './admin/users.routes';
import { adminLogRoutes } from './admin-log/admin-log.routes';
import { appRoutes } from './app/app.routes';
import { authRoutes } from './auth/auth.routes';
import { authentication } from './auth/guard';
import { mayOpenFile } from './bookings/bookings.finishing';
import { bookingRoutes } from './bookings/bookings.routes';
import { contactRoutes } from './contacts/contacts.routes';
import { spendAnonymously } from './core/budget';
import { bodyDeadline } from './core/deadlines';
import { NotFound } from './core/errors';
import { failureHandler } from './core/failure';
import { loggedRequest } from './core/logged-request';
import { logger } from './core/logger';
import { measureRequests } from './core/metrics';
import { openApiRoutes } from './core/openapi';
import { patience, refuseWhile } from './core/patience';
import { warnOfProxy } from './core/proxy-warning';
import { crossOrigin, securityHeaders } from './core/security';
import { watchRefusals } from './core/security-log';
import { driverRoutes } from './drivers/drivers.routes';
import { favoriteRoutes } from './favorites/favorites.routes';
import { geoRoutes } from './geo/geo.routes';
import { healthRoutes } from './health/health.routes';
import { ledgerRoutes } from './ledger/ledger.routes';
import { notificationRoutes } from './notifications/notifications.routes';
import { paymentRoutes } from './payments/payments.routes';
import { promoRoutes } from './promos/promos.routes';
import { quoteRoutes } from './quotes/quotes.routes';
import { ratingRoutes } from './ratings/ratings.routes';
import { positionRoutes } from './realtime/positions.routes';
import { rideRoutes } from './rides/rides.routes';
import { settings } from './settings';
import { settlementRoutes } from './settlements/settlements.routes';
import { indexesLost } from './store/connect';
import { isDatabaseSilent } from './store/pulse';
import { fileRoutes } from './uploads/files.routes';
import { webRoutes } from './web';

/** Wires the REST API and, where it has been built, the client. Starts nothing. */
export function createApp(): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('trust proxy', settings().TRUST_PROXY);
  app.use(warnOfProxy());
  app.use(
    pinoHttp({
      logger,
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
  app.use('/api', crossOrigin, apiRoutes());
  app.use(webRoutes());
  app.use(failureHandler);
  return app;
}

function apiRoutes(): express.Router {
  const api = express.Router();
  api.use(refuseWhile(indexesLost));
  api.use(patience(isDatabaseSilent));
  api.use((_request, response, next) => {
    response.set('Cache-Control', 'no-store');
    next();
  });
  openApiRoutes(api);
  // What is not a call is compressed once, not for each caller.
  api.use(compression());
  api.use(authentication());
  const nouns = [
    authRoutes,
    appRoutes,
    geoRoutes,
    promoRoutes,
    driverRoutes,
    rideRoutes,
    quoteRoutes,
    bookingRoutes,
    ratingRoutes,
    contactRoutes,
    favoriteRoutes,
    notificationRoutes,
    settlementRoutes,
    ledgerRoutes,
    paymentRoutes,
    positionRoutes,
    adminRoutes,
    adminLogRoutes,
    userRoutes,
  ];
  for (const mount of nouns) mount(api);
  fileRoutes(api, { mayOpen: mayOpenFile, opened: recordOpened });
  api.use((request) => {
    spendAnonymously(request.ip ?? 'unknown', 1);
    throw new NotFound('common.no_such_call');
  });
  return api;
}
