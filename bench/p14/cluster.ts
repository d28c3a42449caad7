import { startTestProxy } from '../../server/src/testing/proxy';
import { startTestRedis } from '../../server/src/testing/redis';
import { freePort } from '../../server/src/testing/serve';
import { type Product, startBareStore, startProduct } from '../product';

/** As in `deploy/compose.yml`. */
const DRAIN_SECONDS = 10;

/** Two nodes with one database and one Redis behind nginx, as `deploy/compose.yml` runs them. */
export interface Cluster {
  /** The proxy's address, and its certificate (PEM). */
  url: string;
  ca: string;
  /** Replaces the nodes one after the other, each after a drain. The next node is stopped when the new one is ready. */
  restartAll(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the nodes from the built product. */
export async function startCluster(): Promise<Cluster> {
  const [store, redis] = [await startBareStore(), await startTestRedis()];
  const settings = {
    MONGODB_URI: store.uri,
    REDIS_URL: redis.url,
    DRAIN_SECONDS: String(DRAIN_SECONDS),
    TRUST_PROXY: '1',
    RATE_REGISTER: '1000000',
  };
  const ports: [number, number] = [await freePort(), await freePort()];
  const start = (port: number) => startProduct({ port, settings });
  const nodes: Product[] = [await start(ports[0]), await start(ports[1])];
  const proxy = await startTestProxy(ports);
  return {
    url: proxy.url,
    ca: proxy.ca,
    async restartAll() {
      for (const [index, port] of ports.entries()) {
        await nodes[index]?.stop();
        nodes[index] = await start(port);
      }
    },
    async stop() {
      await proxy.close();
      for (const node of nodes) await node.stop();
      await redis.kill();
      await store.stop();
    },
  };
}
