import type { Router } from 'express';
import { adminRoutes } from '../admin/admin.routes';
import { recordOpened } from '../admin/document-views.service';
import { userRoutes } from '../admin/users.routes';
import { adminLogRoutes } from '../admin-log/admin-log.routes';
import { appRoutes } from '../app/app.routes';
import { authRoutes } from '../auth/auth.routes';
import { mayOpenFile } from '../bookings/bookings.finishing';
import { bookings } from '../bookings/bookings.repository';
import { bookingRoutes } from '../bookings/bookings.routes';
import { contactRoutes } from '../contacts/contacts.routes';
import { driverRoutes } from '../drivers/drivers.routes';
import { fairnessRoutes } from '../fairness/fairness.routes';
import { favoriteRoutes } from '../favorites/favorites.routes';
import { geoRoutes } from '../geo/geo.routes';
import { ledgerRoutes } from '../ledger/ledger.routes';
import { marketRoutes } from '../market/market.routes';
import { notificationRoutes } from '../notifications/notifications.routes';
import { paymentRoutes } from '../payments/payments.routes';
import { refundRoutes } from '../payments/refunds.routes';
import { placeRoutes } from '../places/places.routes';
import { pricingRoutes } from '../pricing/pricing.routes';
import { promoRoutes } from '../promos/promos.routes';
import { pushRoutes } from '../push/push.routes';
import { ratingRoutes } from '../ratings/ratings.routes';
import { presentPricedWay } from '../rides/middle-half';
import { quoteRoutes } from '../rides/quotes.routes';
import { rideRoutes } from '../rides/rides.routes';
import { waitRoutes } from '../rides/wait.routes';
import { settlementRoutes } from '../settlements/settlements.routes';
import { positionRoutes } from '../tracking/positions.routes';
import { fileRoutes } from '../uploads/files.routes';

/** Mounts the endpoints of one noun. */
export type MountRoutes = (router: Router) => void;

/** The routes of every noun. Together they implement each endpoint of shared/src/endpoints.ts once. */
export const routes: readonly MountRoutes[] = [
  authRoutes,
  appRoutes,
  (router) => geoRoutes(router, { priced: presentPricedWay }),
  (router) => promoRoutes(router, { hasRidden: bookings.hasOther }),
  driverRoutes,
  pricingRoutes,
  marketRoutes,
  rideRoutes,
  quoteRoutes,
  waitRoutes,
  bookingRoutes,
  ratingRoutes,
  contactRoutes,
  favoriteRoutes,
  placeRoutes,
  notificationRoutes,
  pushRoutes,
  settlementRoutes,
  ledgerRoutes,
  fairnessRoutes,
  paymentRoutes,
  refundRoutes,
  positionRoutes,
  adminRoutes,
  adminLogRoutes,
  userRoutes,
  (router) => fileRoutes(router, { mayOpen: mayOpenFile, opened: recordOpened }),
];
