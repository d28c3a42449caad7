type Presence = (driverId: string) => boolean;
type Online = () => string[];

let presence: Presence = () => false;
let online: Online = () => [];

/** Names who knows which drivers have a live connection; until somebody does, none has. */
export function providePresence(source: Presence, all: Online = () => []): void {
  presence = source;
  online = all;
}

/** Whether this driver (user id) has had a live connection within the last 60 seconds. */
export function isOnline(driverId: string): boolean {
  return presence(driverId);
}

/** Every driver (user id) who has. */
export function onlineDrivers(): string[] {
  return online();
}
