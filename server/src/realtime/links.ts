import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { DEFAULT_LANGUAGE, type Language } from '@boli/shared/core/messages';
import { clientAddress } from '../core/client-address';
import { languageOfUpgrade } from '../core/language';

/** The engine's part of a new connection: the request of the upgrade, whose socket carries all later data. */
export interface RawConnection {
  request: IncomingMessage | null;
}

/** The data that is kept of the request that opened a connection. */
export interface Origin {
  readonly address: string;
  readonly language: Language;
}

const CLOSING_MS = 500;

export type Links = ReturnType<typeof keepLinks>;

/** Keeps the sockets' TCP connections, to destroy them: a client that does not read never answers a closing handshake. */
export function keepLinks() {
  const open = new Set<Duplex>();
  const links = new WeakMap<object, Duplex>();
  const origins = new WeakMap<object, Origin>();
  return {
    /**
     * Stores the TCP connection of a new socket and drops its request, which takes most of the memory of an idle
     * socket.
     */
    keep(connection: RawConnection): void {
      const { request } = connection;
      connection.request = null;
      if (!request) return;
      const link = request.socket;
      origins.set(connection, { address: clientAddress(request), language: languageOfUpgrade(request) });
      links.set(connection, link);
      open.add(link);
      link.once('close', () => open.delete(link));
    },
    /** Closes a connection immediately and discards the data that waits in it. */
    cut(connection: object): void {
      links.get(connection)?.destroy();
    },
    /** The origin of a connection. */
    originOf(connection: object): Origin {
      return origins.get(connection) ?? { address: 'unknown', language: DEFAULT_LANGUAGE };
    },
    /** How many bytes wait in a connection's own buffer, beyond those that the system has taken. */
    waiting(connection: object): number {
      return links.get(connection)?.writableLength ?? 0;
    },
    /** Waits briefly for connections that close by themselves, then closes the others. */
    async closeAll(): Promise<void> {
      const until = performance.now() + CLOSING_MS;
      while (open.size > 0 && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 10));
      for (const link of open) link.destroy();
    },
  };
}

const NO_SUCH_UPGRADE = 'HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

/**
 * Handles upgrade requests. Node passes their TCP connection on without an error listener, so that a reset at the wrong
 * moment would end the process. Connections that are not for the hub are closed immediately.
 */
export function guardUpgrades(http: HttpServer): void {
  http.on('upgrade', (request, link) => {
    link.on('error', () => link.destroy());
    if (!request.url?.startsWith('/socket.io/')) link.end(NO_SUCH_UPGRADE, () => link.destroy());
  });
}
