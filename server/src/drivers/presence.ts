/** Access to the drivers (user ids) who have had a live connection within the last 60 seconds. */
export interface Presence {
  isOnline(driverId: string): boolean;
  onlineDrivers(): string[];
}

let presence: Presence = { isOnline: () => false, onlineDrivers: () => [] };

/** Registers the hub's implementation when the process starts: the folder `drivers` may not import the hub. */
export function implementPresence(source: Presence): void {
  presence = source;
}

/** Whether this driver (user id) has had a live connection within the last 60 seconds. */
export function isOnline(driverId: string): boolean {
  return presence.isOnline(driverId);
}

/** Every driver (user id) with a live connection within the last 60 seconds. */
export function onlineDrivers(): string[] {
  return presence.onlineDrivers();
}
