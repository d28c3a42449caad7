import type { Server as HttpServer } from 'node:http';
import { adminRealtime } from './admin/admin.realtime';
import { liveRealtime } from './admin/live.realtime';
import { bookingRealtime } from './bookings/bookings.realtime';
import { driverRealtime } from './drivers/drivers.realtime';
import { favoriteRealtime } from './favorites/favorites.realtime';
import { notificationRealtime } from './notifications/notifications.realtime';
import { quoteRealtime } from './quotes/quotes.realtime';
import { openHub } from './realtime/hub';
import { startPositions, stopPositions } from './realtime/positions';
import { positionRealtime } from './realtime/positions.realtime';
import { rideRealtime } from './rides/rides.realtime';
import { settlementRealtime } from './settlements/settlements.realtime';

let wired = false;

/** What each noun tells and which watches it answers; once a process, because facts and messages are the process's. */
function wire(): void {
  if (wired) return;
  wired = true;
  const nouns = [
    driverRealtime,
    rideRealtime,
    quoteRealtime,
    bookingRealtime,
    positionRealtime,
    settlementRealtime,
    favoriteRealtime,
    notificationRealtime,
  ];
  for (const register of [...nouns, adminRealtime, liveRealtime]) register();
}

/** The live side of a server. */
export interface Live {
  /** Sends sockets away and, once `requests` have ended too (they bring positions as well), writes what waits. */
  close(requests?: Promise<void>): Promise<void>;
}

/** Opens the live side on the server that carries the REST API. */
export function startLive(http: HttpServer): Live {
  wire();
  const hub = openHub(http);
  startPositions();
  return {
    async close(requests) {
      await Promise.all([hub.close(), requests]);
      await stopPositions();
    },
  };
}
