import type { RequestListener, Server } from 'node:http';
import { createServer } from 'node:net';
import { createHttpServer } from '../core/http-server';

/** A server of a test, listening on the loopback address only. */
export interface Served {
  url: string;
  port: number;
  server: Server;
  /** Closes the server with all its connections. */
  close(): Promise<void>;
}

/** Listens on `port`, or on a free one when `port` is 0. */
export async function serve(listener: RequestListener, port = 0): Promise<Served> {
  const server = createHttpServer(listener);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('the test server has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    server,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const PORTS = 4_000;
/**
 * Below the ports that systems give to outgoing connections and to servers that ask for any free one. Each of Jest's
 * three workers has ports of its own, because a port that one of them has found is free until its server listens.
 */
const FIRST_PORT = 20_000 + PORTS * ((Number(process.env.JEST_WORKER_ID ?? 1) - 1) % 3);
let nextPort = Math.floor(Math.random() * PORTS);

/** Finds a port that is free and that no outgoing connection gets before the caller listens on it. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < PORTS; tried++) {
    const port = FIRST_PORT + (nextPort++ % PORTS);
    if (await isFree(port)) return port;
  }
  throw new Error('no port is free');
}

function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
