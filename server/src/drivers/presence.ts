type Presence = (driverId: string) => boolean;

let presence: Presence = () => false;

/** Names who knows which drivers have a live connection; until somebody does, none has. */
export function providePresence(source: Presence): void {
  presence = source;
}

/** Whether this driver (user id) has had a live connection within the last 60 seconds. */
export function isOnline(driverId: string): boolean {
  return presence(driverId);
}
