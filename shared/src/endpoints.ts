import * as admin from './admin/admin.endpoints';
import * as adminLog from './admin-log/admin-log.endpoints';
import * as app from './app/app.endpoints';
import * as auth from './auth/auth.endpoints';
import * as bookings from './bookings/bookings.endpoints';
import * as contacts from './contacts/contacts.endpoints';
import type { EndpointShape } from './core/endpoint';
import * as drivers from './drivers/drivers.endpoints';
import * as fairness from './fairness/fairness.endpoints';
import * as favorites from './favorites/favorites.endpoints';
import * as geo from './geo/geo.endpoints';
import * as ledger from './ledger/ledger.endpoints';
import * as market from './market/market.endpoints';
import * as notifications from './notifications/notifications.endpoints';
import * as payments from './payments/payments.endpoints';
import * as places from './places/places.endpoints';
import * as pricing from './pricing/pricing.endpoints';
import * as promos from './promos/promos.endpoints';
import * as push from './push/push.endpoints';
import * as ratings from './ratings/ratings.endpoints';
import * as quotes from './rides/quotes.endpoints';
import * as rides from './rides/rides.endpoints';
import * as settlements from './settlements/settlements.endpoints';
import * as tracking from './tracking/tracking.endpoints';

/**
 * Every REST call, by noun. The OpenAPI document is generated from this list, and the server starts only if it has
 * mounted exactly these calls.
 */
export const endpointsByNoun = {
  auth,
  app,
  geo,
  promos,
  drivers,
  pricing,
  market,
  rides,
  quotes,
  bookings,
  tracking,
  ratings,
  contacts,
  favorites,
  places,
  notifications,
  push,
  settlements,
  ledger,
  fairness,
  payments,
  admin,
  adminLog,
} as const satisfies Record<string, Record<string, EndpointShape>>;

export const allEndpoints: EndpointShape[] = Object.values(endpointsByNoun).flatMap((noun) =>
  Object.values<EndpointShape>(noun),
);
