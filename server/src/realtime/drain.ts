import type { HubServer } from './push';

/**
 * The sockets are closed between these fractions of the drain's duration: after proxies have noticed the drain, and
 * before the server stops.
 */
const FROM = 0.2;
const TO = 0.8;
const EVERY_MS = 50;

/**
 * Closes the sockets of a server that will stop in `ms` milliseconds (none if this is 0), evenly spread, so that the
 * other nodes get their handshakes one after the other. Each client is notified first, and therefore reconnects without a delay.
 * Returns the function that stops the closing.
 */
export function closeSpread({ sockets }: Pick<HubServer, 'sockets'>, ms: number): () => void {
  // All would be notified at the same moment; without a notification, their random delays spread the reconnects.
  if (ms === 0) return () => undefined;
  const from = performance.now() + ms * FROM;
  const until = performance.now() + ms * TO;
  const all = sockets.sockets.size;
  const timer = setInterval(() => {
    const left = Math.max(0, (until - performance.now()) / (until - from));
    let tooMany = sockets.sockets.size - Math.ceil(all * left);
    for (const socket of sockets.sockets.values()) {
      if (tooMany-- <= 0) break;
      socket.emit('server:stopping', {});
      socket.conn.close();
    }
  }, EVERY_MS);
  return () => clearInterval(timer);
}
