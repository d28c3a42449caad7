import { outdateJoining } from './joining';
import { allSockets, type HubSocket, socketsIn } from './push';

/**
 * Milliseconds over which the reads of snapshots are spread: the load of all clients reading together could cause a
 * second interruption.
 */
const SPREAD_MS = 3_000;
/**
 * Clients have to show correct rows within ten seconds after an interruption. The spread cannot take all ten: it begins
 * after a second without failures, and each client reads its snapshots after its own moment.
 */
const MAX_SPREAD_MS = 6_000;
/** An interruption this soon after a round of snapshots may be caused by that round. */
const SUSPICIOUS_MS = 5_000;

/**
 * Returns a function that computes the duration of the next round in milliseconds: three seconds, or six if the round
 * follows another one closely.
 */
export function spreads(now: () => number = () => performance.now()): () => number {
  let last = 0;
  let endsAt = Number.NEGATIVE_INFINITY;
  return () => {
    const isSuspicious = now() < endsAt + SUSPICIOUS_MS;
    last = isSuspicious ? Math.min(last * 2, MAX_SPREAD_MS) : SPREAD_MS;
    endsAt = now() + last;
    return last;
  };
}

const nextSpread = spreads();
const timers = new Map<string, NodeJS.Timeout>();

/**
 * Sends `sync:required` to every socket that is connected now, each at a random moment within three seconds (six if
 * interruptions follow each other closely): events may be missing, and the client reads fresh snapshots. A socket that
 * still waits for an earlier round gets one message for both. A socket that connects later reads everything anyway.
 */
export function requireSync(): void {
  const spread = nextSpread();
  for (const socket of allSockets()) sendLater(socket, spread);
}

/**
 * Like `requireSync`, only for the sockets of this process in these rooms, whose events were dropped; a socket that is
 * about to join a room reads again instead. This does not count as a round, so that the next round does not take longer.
 */
export function requireSyncIn(rooms: readonly string[]): void {
  outdateJoining(rooms);
  for (const room of rooms) for (const socket of socketsIn(room)) sendLater(socket, SPREAD_MS);
}

function sendLater(socket: HubSocket, spread: number): void {
  if (timers.has(socket.id)) return;
  const timer = setTimeout(() => {
    timers.delete(socket.id);
    if (socket.connected) socket.emit('sync:required', {});
  }, Math.random() * spread);
  timers.set(socket.id, timer);
}

/** Cancels the messages that are still to be sent, when the hub closes. */
export function stopSyncs(): void {
  for (const timer of timers.values()) clearTimeout(timer);
  timers.clear();
}
