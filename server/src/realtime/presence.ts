import { PRESENCE_MS } from '@boli/shared/core/constants';
import { hasBeenSilent } from '../core/redis';
import { domainEvents } from '../domain-events';

interface Presence {
  sockets: number;
  /** When the last socket closed (ms of the monotonic clock); only meaningful without sockets. */
  leftAt: number;
}

/**
 * A node that has not listed its drivers for this long (ms) counts as ended. While the link to the other nodes is lost,
 * their drivers stay online: they are probably still connected.
 */
const NODE_SILENT_MS = 30_000;

/** The drivers who are connected to this process, or were so within the last 60 seconds. */
const drivers = new Map<string, Presence>();
/** The drivers who are connected to other nodes, by node; `receivedAt` by the monotonic clock (ms). */
const nodes = new Map<string, { drivers: Set<string>; receivedAt: number }>();
/** The drivers whose last `driver.presence_changed` said that they are online. */
const announced = new Set<string>();

/** Emits the change if a driver has come online or gone offline since the last event. */
function announce(driverId: string): void {
  const online = isOnline(driverId);
  if (announced.has(driverId) === online) return;
  if (online) announced.add(driverId);
  else announced.delete(driverId);
  domainEvents.emit('driver.presence_changed', { driverId, online });
}

/** Records that a driver's socket has connected. */
export function driverJoined(driverId: string): void {
  const known = drivers.get(driverId);
  if (known) {
    known.sockets += 1;
    return;
  }
  drivers.set(driverId, { sockets: 1, leftAt: 0 });
  domainEvents.emit('presence.joined', { driverId });
  announce(driverId);
}

/**
 * Records that a driver's socket has closed; the driver stays present for a minute, so that a driver in a tunnel does
 * not flicker on screens.
 */
export function driverLeft(driverId: string): void {
  const known = drivers.get(driverId);
  if (!known) return;
  known.sockets -= 1;
  known.leftAt = performance.now();
}

/** Whether the driver has a live connection to any node, or had one within the last 60 seconds. */
export function isOnline(driverId: string): boolean {
  const known = drivers.get(driverId);
  if (known !== undefined && !isGone(known)) return true;
  for (const node of nodes.values()) if (node.drivers.has(driverId)) return true;
  return false;
}

/** The user ids of all drivers for whom `isOnline` returns true. */
export function onlineDrivers(): string[] {
  if (nodes.size === 0) return ownDrivers();
  return [...new Set([...ownDrivers(), ...[...nodes.values()].flatMap((node) => [...node.drivers])])];
}

/** Emits the list of the drivers who are connected to this process, for the other nodes. */
export function listPresence(): void {
  domainEvents.emit('presence.listed', { drivers: ownDrivers() });
}

/** The drivers who are connected to this process, or were so within the last 60 seconds. */
function ownDrivers(): string[] {
  return [...drivers].flatMap(([id, known]) => (isGone(known) ? [] : id));
}

/**
 * Removes drivers who have been disconnected for a minute, and nodes that have ended, and emits the changes; the hub
 * calls it every few seconds.
 */
export function expirePresence(): void {
  for (const [driverId, known] of drivers) {
    if (!isGone(known)) continue;
    drivers.delete(driverId);
    domainEvents.emit('presence.left', { driverId });
    announce(driverId);
  }
  for (const [node, { receivedAt }] of nodes) {
    if (hasBeenSilent(receivedAt, NODE_SILENT_MS)) setDriversOf(node, []);
  }
}

function isGone({ sockets, leftAt }: Presence): boolean {
  return sockets === 0 && performance.now() - leftAt >= PRESENCE_MS;
}

/** Records that a driver has connected to another node, or has been disconnected from it for a minute. */
export function setPresentAt(node: string, driverId: string, present: boolean): void {
  const known = nodes.get(node) ?? { drivers: new Set<string>(), receivedAt: performance.now() };
  nodes.set(node, known);
  if (present) known.drivers.add(driverId);
  else known.drivers.delete(driverId);
  announce(driverId);
}

/** Replaces the list of drivers who are connected to another node; an empty one forgets the node. */
export function setDriversOf(node: string, present: readonly string[]): void {
  const before = nodes.get(node)?.drivers ?? new Set<string>();
  if (present.length === 0) nodes.delete(node);
  else nodes.set(node, { drivers: new Set(present), receivedAt: performance.now() });
  for (const driverId of new Set([...before, ...present])) announce(driverId);
}
