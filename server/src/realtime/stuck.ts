import type { Links } from './links';
import type { HubSocket } from './push';

/**
 * The maximum that may wait for a client that does not read, in packets and in bytes; beyond it the connection is
 * closed, and the client reconnects and reads snapshots. A single packet of any size is allowed; the largest is an
 * admin's live board.
 */
const MAX_WAITING = 256;
const MAX_WAITING_BYTES = { customer: 256_000, driver: 256_000, admin: 4_000_000 } as const;

/**
 * Closes the connection of a client that does not read. Counts the packets and bytes that wait while the connection is
 * not writable; each flush moves them to the connection's own buffer.
 */
export function closeWhenStuck({ conn, data: { role } }: HubSocket, links: Links): void {
  let packets = 0;
  let bytes = 0;
  conn.on('packetCreate', ({ data }: { data?: unknown }) => {
    const before = bytes + links.waiting(conn);
    packets += 1;
    bytes += typeof data === 'string' || Buffer.isBuffer(data) ? data.length : 0;
    if (packets <= MAX_WAITING && before <= MAX_WAITING_BYTES[role]) return;
    conn.close(true);
    links.cut(conn);
  });
  conn.on('flush', () => {
    packets = 0;
    bytes = 0;
  });
}
