import { facts } from '../core/facts';
import '../store/interruptions';
import type { HubServer, HubSocket } from './push';

/** Snapshots of all clients at once would be a second interruption. */
const SPREAD_MS = 3_000;
/** Rows are right within ten seconds of any interruption; a second of quiet comes before the spread, a read after it. */
const MAX_SPREAD_MS = 6_000;
/** An interruption this soon after a round of snapshots may come of that round. */
const SUSPICIOUS_MS = 5_000;

/** How long the next round takes: three seconds, and six where it follows another one closely. */
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

/**
 * After every interruption of the database sends `sync:required` to every socket that is connected then, each at a moment
 * of its own within three seconds (six where interruptions follow each other closely): events may be missing, and whoever
 * gets it takes fresh snapshots. A socket that still waits for an earlier round's gets one for both. One that connects
 * later reads everything anyway. Gives back what ends it.
 */
export function syncAfterInterruptions(server: HubServer): () => void {
  const nextSpread = spreads();
  const timers = new Map<string, NodeJS.Timeout>();
  const sendLater = (socket: HubSocket, spread: number) => {
    if (timers.has(socket.id)) return;
    const timer = setTimeout(() => {
      timers.delete(socket.id);
      if (socket.connected) socket.emit('sync:required', {});
    }, Math.random() * spread);
    timers.set(socket.id, timer);
  };
  const stop = facts.on('database.restored', () => {
    const spread = nextSpread();
    for (const socket of server.sockets.sockets.values()) sendLater(socket, spread);
  });
  return () => {
    stop();
    for (const timer of timers.values()) clearTimeout(timer);
  };
}
