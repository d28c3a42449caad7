import { listPendingVerifications } from '@boli/shared/admin/admin.endpoints';
import { me } from '@boli/shared/auth/auth.endpoints';
import { listBookings } from '@boli/shared/bookings/bookings.endpoints';
import { readEarnings, readProfile } from '@boli/shared/drivers/drivers.endpoints';
import { NULL_IF_MISSING } from '@boli/shared/drivers/drivers.schema';
import { listCommissions, readDailyEarnings, readStats } from '@boli/shared/ledger/ledger.endpoints';
import { listNotifications } from '@boli/shared/notifications/notifications.endpoints';
import { listRecentPlaces, listSavedPlaces } from '@boli/shared/places/places.endpoints';
import { listRides } from '@boli/shared/rides/rides.endpoints';
import { listPendingSettlements } from '@boli/shared/settlements/settlements.endpoints';
import { pathOf } from '../core/endpoint-path';
import { INBOX_ROWS, PAGE_ROWS } from '../core/pages';

const page = { limit: PAGE_ROWS };
const inbox = pathOf(listNotifications, {}, { limit: INBOX_ROWS });

/**
 * The paths that the page of each role reads at first, most urgent first: index.html requests them before its scripts
 * have loaded (`client/first-load.ts`).
 */
export const firstCalls = {
  customer: [me, listRides, listSavedPlaces, listRecentPlaces, listBookings].map((read) => pathOf(read)).concat(inbox),
  driver: [
    pathOf(me),
    pathOf(readProfile, {}, NULL_IF_MISSING),
    pathOf(readEarnings),
    pathOf(readDailyEarnings, {}, { days: 1 }),
    pathOf(listBookings),
    inbox,
  ],
  admin: [
    ...[me, readStats].map((read) => pathOf(read)),
    ...[listPendingVerifications, listPendingSettlements].map((read) => pathOf(read, {}, page)),
    pathOf(listCommissions, {}, { ...page, skip: 0 }),
    inbox,
  ],
} as const;
