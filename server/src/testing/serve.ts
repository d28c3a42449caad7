import type { RequestListener, Server } from 'node:http';
import { createHttpServer } from '../core/http-server';

/** A server of a test, listening on the loopback address only. */
export interface Served {
  url: string;
  port: number;
  server: Server;
  /** Closes the server with all connections. */
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

/** Finds a port that is free now. */
export async function freePort(): Promise<number> {
  const { port, close } = await serve(() => undefined);
  await close();
  return port;
}
