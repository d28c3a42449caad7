import { CUSTOMER_POLL_MS, MAX_FAVORITES } from '@boli/shared/core/constants';
import type { DriverStatus } from '@boli/shared/drivers/drivers.schema';
import { getSocket, send } from '../core/socket';
import { useSync } from '../core/sync';
import { applyDriverStatusToFavorites } from '../features/favorites/favorites.store';
import { applyDriverStatusToQuotes } from '../features/rides/quotes/quotes.store';

/** Applies a driver's status to those stores of a customer that contain drivers. */
export function applyDriverStatus(status: DriverStatus): void {
  applyDriverStatusToFavorites(status);
  applyDriverStatusToQuotes(status);
}

const nothing = async () => undefined;

/**
 * Keeps the status of these drivers (the first fifty) up to date while mounted. Without a socket nothing is read here:
 * the polled lists that show the drivers contain their status.
 */
export function useDriversWatch(ids: readonly string[]): void {
  const driver_ids = [...new Set(ids)].slice(0, MAX_FAVORITES);
  useSync({
    key: [...driver_ids].sort().join(),
    enabled: driver_ids.length > 0,
    watch: async () => {
      const { drivers } = await send('drivers:watch', { driver_ids });
      drivers.forEach(applyDriverStatus);
    },
    read: nothing,
    pollMs: CUSTOMER_POLL_MS,
    unwatch: () => getSocket().emit('drivers:unwatch', { driver_ids }),
  });
}
