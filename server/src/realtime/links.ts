import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { DEFAULT_LANGUAGE, type Language } from '@boli/shared/core/messages';
import { clientAddress } from '../core/client-address';
import { languageOf } from '../core/language';

/** What the engine gives of a new connection: the upgrade's request, whose socket carries everything from then on. */
export interface RawConnection {
  request: IncomingMessage | null;
}

/** What is kept of the request that opened a connection. */
export interface Origin {
  readonly address: string;
  readonly language: Language;
}

const CLOSING_MS = 500;

export type Links = ReturnType<typeof keepLinks>;

/** The bare connections under the sockets: a client that does not read never answers a polite close. */
export function keepLinks() {
  const open = new Set<Duplex>();
  const links = new WeakMap<object, Duplex>();
  const origins = new WeakMap<object, Origin>();
  return {
    /** Notes the link of a new connection and drops its request, the largest part of an idle one. */
    keep(connection: RawConnection): void {
      const { request } = connection;
      connection.request = null;
      if (!request) return;
      const link = request.socket;
      origins.set(connection, { address: clientAddress(request), language: languageOf(request) });
      links.set(connection, link);
      open.add(link);
      link.once('close', () => open.delete(link));
    },
    /** Ends a connection at once, with whatever waits in it. */
    cut(connection: object): void {
      links.get(connection)?.destroy();
    },
    /** Where a connection comes from. */
    originOf(connection: object): Origin {
      return origins.get(connection) ?? { address: 'unknown', language: DEFAULT_LANGUAGE };
    },
    /** How many bytes wait in a connection's own buffer, beyond what the system has taken. */
    waiting(connection: object): number {
      return links.get(connection)?.writableLength ?? 0;
    },
    /** Waits a moment for those that close politely, then ends the others. */
    async closeAll(): Promise<void> {
      const until = performance.now() + CLOSING_MS;
      while (open.size > 0 && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 10));
      for (const link of open) link.destroy();
    },
  };
}

const NO_SUCH_UPGRADE = 'HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

/**
 * Node hands over the bare link of a request that asks for an upgrade, with nobody listening to its errors: one reset at
 * the wrong moment would end the process. Links that are not meant for the hub are closed at once.
 */
export function guardUpgrades(http: HttpServer): void {
  http.on('upgrade', (request, link) => {
    link.on('error', () => link.destroy());
    if (!request.url?.startsWith('/socket.io/')) link.end(NO_SUCH_UPGRADE, () => link.destroy());
  });
}
