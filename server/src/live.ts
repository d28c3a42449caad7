import type { Server as HttpServer } from 'node:http';
import { driverRealtime } from './drivers/drivers.realtime';
import { quoteRealtime } from './quotes/quotes.realtime';
import { type Hub, openHub } from './realtime/hub';
import { startPositions, stopPositions } from './realtime/positions';
import { positionRealtime } from './realtime/positions.realtime';
import { rideRealtime } from './rides/rides.realtime';

let wired = false;

/** What each noun tells and which watches it answers; once a process, because facts and messages are the process's. */
function wire(): void {
  if (wired) return;
  wired = true;
  for (const register of [driverRealtime, rideRealtime, quoteRealtime, positionRealtime]) register();
}

/** Opens the live side on the server that carries the REST API. `close` sends sockets away and writes positions. */
export function startLive(http: HttpServer): Hub {
  wire();
  const hub = openHub(http);
  startPositions();
  return {
    async close() {
      await hub.close();
      await stopPositions();
    },
  };
}
