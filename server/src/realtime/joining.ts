import type { HubSocket } from './push';

/** A socket that is about to join rooms, and first reads what the watch of these rooms shows. */
interface Joining {
  /** Whether something has happened that the socket did not receive, because it was not in the rooms yet. */
  isOutdated: boolean;
}

type Key = string | object;

const joining = new Map<Key, Set<Joining>>();

/** Notes until `end` whether anything happens to these rooms or this socket: then the caller has to read again. */
export function beginJoining(socket: object, names: readonly string[]): Readonly<Joining> & { end(): void } {
  const keys: Key[] = [socket, ...names];
  const one = {
    isOutdated: false,
    end() {
      for (const key of keys) {
        const all = joining.get(key);
        all?.delete(one);
        if (all?.size === 0) joining.delete(key);
      }
    },
  };
  for (const key of keys) joining.set(key, (joining.get(key) ?? new Set()).add(one));
  return one;
}

/**
 * Records that the rows which a socket has read for joining may be outdated. `keys` are such sockets, and rooms whose
 * joining sockets are all concerned.
 */
export function outdateJoining(keys: readonly (string | Pick<HubSocket, 'rooms'>)[]): void {
  if (joining.size === 0) return;
  for (const key of keys) for (const one of joining.get(key) ?? []) one.isOutdated = true;
}

/** Whether a socket is about to join this room. */
export function isBeingJoined(name: string): boolean {
  return joining.has(name);
}
