import { CUSTOMER_POLL_MS, MAX_FAVORITES } from '@boli/shared/core/constants';
import type { DriverStatus } from '@boli/shared/drivers/drivers.schema';
import { useLive } from '../core/live';
import { getSocket, send } from '../core/socket';
import { takeFavoriteStatus } from '../features/favorites/favorites.store';
import { takeQuoteStatus } from '../features/rides/quotes/quotes.store';

/** Takes what is told of a driver into everything that shows one. */
export function takeDriverStatus(status: DriverStatus): void {
  takeFavoriteStatus(status);
  takeQuoteStatus(status);
}

const nothing = async () => undefined;

/**
 * Keeps it live who of these drivers (the first fifty) is there, while mounted. Without a socket the lists that show them
 * are read again and bring it along.
 */
export function useDriversWatch(ids: readonly string[]): void {
  const driver_ids = [...new Set(ids)].slice(0, MAX_FAVORITES);
  useLive({
    key: [...driver_ids].sort().join(),
    enabled: driver_ids.length > 0,
    watch: async () => {
      const { drivers } = await send('drivers:watch', { driver_ids });
      drivers.forEach(takeDriverStatus);
    },
    read: nothing,
    pollMs: CUSTOMER_POLL_MS,
    unwatch: () => getSocket().emit('drivers:unwatch', { driver_ids }),
  });
}
