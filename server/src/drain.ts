import cluster from 'node:cluster';
import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * How long connections that have sent no request yet stay open after the server has stopped listening (ms): a proxy that has just
 * connected is about to send one.
 */
const QUIET_MS = 100;

/**
 * When a server stops listening, the system resets the connections that wait to be accepted. A turn of the event loop
 * accepts one, and more may come while a long turn lasts; so the server stops after a turn that accepted none and was
 * shorter than this (ms).
 */
const SHORT_TURN_MS = 0.1;
/**
 * A worker of a cluster gets its connections from the first process, each after it has confirmed the one before. It stops
 * listening when none has come for this time (ms).
 */
const WORKER_QUIET_MS = 20;
/** How long (ms) the server waits for such a moment. */
const ACCEPT_MS = 200;

let draining = false;

/** Marks the process as not ready, so that load balancers send it no more requests. */
export function beginDraining(): void {
  draining = true;
}

/** Whether the process is about to stop. */
export function isDraining(): boolean {
  return draining;
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Closes an HTTP server within a limited time, whatever its clients do. */
export interface ClosableServer {
  /**
   * Accepts the connections that wait, for at most 200 ms, and then no new one. Closes connections whose requests have
   * been answered. After 100 ms, closes those without a request too, and the others when their requests have ended, but
   * after another `finishMs` milliseconds at the latest.
   */
  close(finishMs: number): Promise<void>;
}

/**
 * Follows the connections of a server. Node's own close waits without limit for a connection that never sent a byte,
 * sent half a request, or does not read its answer. Upgraded connections are left to the hub, and closed last.
 */
export function closable(server: HttpServer): ClosableServer {
  const links = new Set<Socket>();
  const running = new Map<Socket, number>();
  const upgraded = new WeakSet<object>();
  let closing = false;
  let accepted = 0;
  const quietMs = cluster.isWorker ? WORKER_QUIET_MS : 0;

  /** Resolves in a short turn of the event loop that accepted no connection, or after `ACCEPT_MS`. */
  const acceptAll = async () => {
    // The rest of the current turn.
    await nextTurn();
    const until = performance.now() + ACCEPT_MS;
    let quietSince = performance.now();
    let began: number;
    do {
      const before = accepted;
      began = performance.now();
      await nextTurn();
      if (accepted > before || performance.now() - began > SHORT_TURN_MS) quietSince = performance.now();
    } while (quietSince + quietMs > began && began < until);
  };

  const cutIfQuiet = (link: Socket) => {
    if (closing && !running.has(link) && !upgraded.has(link)) link.destroy();
  };
  server.on('connection', (link: Socket) => {
    accepted += 1;
    links.add(link);
    link.once('close', () => {
      links.delete(link);
      running.delete(link);
    });
  });
  server.on('upgrade', (_request, link) => upgraded.add(link));
  server.prependListener('request', (_request, response: ServerResponse) => {
    // A proxy that keeps its connections would send its next request at the moment when they are closed.
    if (draining) response.shouldKeepAlive = false;
  });
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
      await acceptAll();
      const finished = new Promise<void>((done) => server.close(() => done()));
      await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
      // Requests that have arrived are read first.
      await nextTurn();
      closing = true;
      for (const link of links) cutIfQuiet(link);
      const cutAll = setTimeout(() => {
        for (const link of links) link.destroy();
      }, finishMs);
      await finished;
      clearTimeout(cutAll);
    },
  };
}
