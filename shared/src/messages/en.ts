import { admin } from './en/admin';
import { adminLog } from './en/admin-log';
import { auth } from './en/auth';
import { bids } from './en/bids';
import { bookings } from './en/bookings';
import { common } from './en/common';
import { contacts } from './en/contacts';
import { driverStatus } from './en/driver-status';
import { drivers } from './en/drivers';
import { earned } from './en/earned';
import { fairness } from './en/fairness';
import { fares } from './en/fares';
import { favorites } from './en/favorites';
import { geo } from './en/geo';
import { home } from './en/home';
import { install } from './en/install';
import { jurisdictions } from './en/jurisdictions';
import { live } from './en/live';
import { mail } from './en/mail';
import { market } from './en/market';
import { native } from './en/native';
import { notifications } from './en/notifications';
import { payments } from './en/payments';
import { places } from './en/places';
import { pricing } from './en/pricing';
import { push } from './en/push';
import { quotes } from './en/quotes';
import { ratings } from './en/ratings';
import { realtime } from './en/realtime';
import { receipts } from './en/receipts';
import { recovery } from './en/recovery';
import { rides } from './en/rides';
import { shell } from './en/shell';
import { trip } from './en/trip';

/**
 * Every text of the product in English. A text that the specification fixes is identical to it. Another language is a
 * sibling file with the same keys.
 */
export const en = {
  ...common,
  ...shell,
  ...install,
  ...realtime,
  ...auth,
  ...recovery,
  ...mail,
  ...geo,
  ...fares,
  ...market,
  ...earned,
  ...fairness,
  ...driverStatus,
  ...drivers,
  ...rides,
  ...home,
  ...quotes,
  ...bids,
  ...bookings,
  ...trip,
  ...payments,
  ...pricing,
  ...ratings,
  ...contacts,
  ...favorites,
  ...places,
  ...native,
  ...notifications,
  ...push,
  ...receipts,
  ...admin,
  ...adminLog,
  ...live,
  ...jurisdictions,
} as const;
