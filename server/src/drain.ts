import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

let draining = false;

/** From now on the process says that it is not ready, so that load balancers send it no more requests. */
export function beginDraining(): void {
  draining = true;
}

/** Whether the process is about to stop. */
export function isDraining(): boolean {
  return draining;
}

/** Closes an HTTP server whatever its peers do. */
export interface ClosableServer {
  /** Takes no new connection, cuts at once those that carry no running request, and the others after `finishMs`. */
  close(finishMs: number): Promise<void>;
}

/**
 * Follows the connections of a server. Node itself waits for ever for a link that never sent a byte, sent half a
 * request, or does not read its answer. Upgraded links are left to the hub, and cut with the last.
 */
export function closable(server: HttpServer): ClosableServer {
  const links = new Set<Socket>();
  const running = new Map<Socket, number>();
  const upgraded = new WeakSet<object>();
  let closing = false;

  const cutIfQuiet = (link: Socket) => {
    if (closing && !running.has(link) && !upgraded.has(link)) link.destroy();
  };
  server.on('connection', (link: Socket) => {
    links.add(link);
    link.once('close', () => {
      links.delete(link);
      running.delete(link);
    });
  });
  server.on('upgrade', (_request, link) => upgraded.add(link));
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    running.set(socket, (running.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const left = (running.get(socket) ?? 1) - 1;
      if (left > 0) running.set(socket, left);
      else running.delete(socket);
      cutIfQuiet(socket);
    });
  });
  return {
    async close(finishMs) {
      closing = true;
      const finished = new Promise<void>((done) => server.close(() => done()));
      for (const link of links) cutIfQuiet(link);
      const cutAll = setTimeout(() => {
        for (const link of links) link.destroy();
      }, finishMs);
      await finished;
      clearTimeout(cutAll);
    },
  };
}
