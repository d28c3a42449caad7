import { PRESENCE_MS } from '@boli/shared/core/constants';
import { domainEvents } from '../domain-events';

interface Presence {
  sockets: number;
  /** When the last socket closed (ms of the monotonic clock); only meaningful without sockets. */
  leftAt: number;
}

const drivers = new Map<string, Presence>();

/** Records that a driver's socket has connected. */
export function driverJoined(driverId: string): void {
  const known = drivers.get(driverId);
  if (known) {
    known.sockets += 1;
    return;
  }
  drivers.set(driverId, { sockets: 1, leftAt: 0 });
  domainEvents.emit('driver.presence_changed', { driverId, online: true });
}

/**
 * Records that a driver's socket has closed; the driver stays present for a minute, so that a tunnel does not flicker
 * on screens.
 */
export function driverLeft(driverId: string): void {
  const known = drivers.get(driverId);
  if (!known) return;
  known.sockets -= 1;
  known.leftAt = performance.now();
}

/** Whether the driver has a live connection, or had one within the last 60 seconds. */
export function isOnline(driverId: string): boolean {
  const known = drivers.get(driverId);
  return known !== undefined && !isGone(known);
}

/** The user ids of all drivers for whom `isOnline` returns true. */
export function onlineDrivers(): string[] {
  return [...drivers.keys()].filter(isOnline);
}

/** Removes drivers who have been disconnected for a minute and emits the change; the hub calls it every few seconds. */
export function expirePresence(): void {
  for (const [driverId, known] of drivers) {
    if (!isGone(known)) continue;
    drivers.delete(driverId);
    domainEvents.emit('driver.presence_changed', { driverId, online: false });
  }
}

function isGone({ sockets, leftAt }: Presence): boolean {
  return sockets === 0 && performance.now() - leftAt >= PRESENCE_MS;
}
