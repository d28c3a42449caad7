import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiAt, testSettings } from './app';
import { market } from './market';
import { type ServerProcess, startServerProcess } from './process';
import { connectTo, type TestSocket } from './realtime';
import { freePort } from './serve';
import { openTestDatabase, testDatabaseUri } from './store';

/** One server process of a cluster. */
export interface TestNode {
  server: ServerProcess;
  api: ReturnType<typeof apiAt>;
  steps: ReturnType<typeof market>;
  connect(person: { token: string }): Promise<TestSocket>;
}

/** Server processes on one database. */
export interface TestNodes {
  /**
   * Starts one more process, with these environment variables in addition; `program` is the built server of another
   * version.
   */
  start(more?: Record<string, string>, program?: string): Promise<TestNode>;
  /** Closes the sockets that `connect` of any node has opened. */
  closeSockets(): void;
  close(): Promise<void>;
}

/**
 * Opens a database for nodes; this process can read it, too. A test that has to know the database's address beforehand
 * gives the address as `uri`. `given` are the environment variables of all nodes.
 */
export async function openNodes(given: Record<string, string>, uri = testDatabaseUri()): Promise<TestNodes> {
  const dataDir = await mkdtemp(join(tmpdir(), 'boli-nodes-'));
  const closeDatabase = await openTestDatabase(uri);
  const servers: ServerProcess[] = [];
  const sockets: TestSocket[] = [];
  const closeSockets = () => {
    for (const socket of sockets.splice(0)) socket.close();
  };
  return {
    closeSockets,
    async start(more = {}, program) {
      const settings = {
        ...testSettings(dataDir),
        MONGODB_URI: uri,
        PORT: String(await freePort()),
        ...given,
        ...more,
      };
      const server = await startServerProcess(settings, program);
      servers.push(server);
      const api = apiAt(server.url);
      return {
        server,
        api,
        steps: market(api),
        async connect({ token }) {
          const socket = await connectTo(server.url, token);
          sockets.push(socket);
          return socket;
        },
      };
    },
    async close() {
      closeSockets();
      await Promise.all(servers.map((server) => server.kill()));
      await closeDatabase();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
