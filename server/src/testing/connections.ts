import { afterEach } from '@jest/globals';
import { type PausableLink, pausableLink } from './pausable-link';
import { eventually, type RealtimeApp } from './realtime';

type Counts = Record<'customer' | 'driver', number>;

/** Reads the numbers of open connections at a server, as `/metrics` shows them. */
export async function readConnections({ url }: Pick<RealtimeApp, 'url'>): Promise<Counts> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const of = (role: keyof Counts) =>
    Number(new RegExp(`^socket_connections\\{role="${role}"\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0);
  return { customer: of('customer'), driver: of('driver') };
}

/** Waits until a server has these numbers of connections. */
export async function untilConnections(expected: Counts, app: RealtimeApp): Promise<void> {
  const areReached = async () => {
    const { customer, driver } = await readConnections(app);
    return customer === expected.customer && driver === expected.driver;
  };
  await eventually(areReached, 'another number of connections is counted');
}

/**
 * Returns a function that opens proxies to an app and closes them after each test; call it at the top of a test file.
 * While a proxy is paused, its connections stay open, but nothing passes in either direction.
 */
export function proxiesOf(app: RealtimeApp): () => Promise<PausableLink & { url: string }> {
  const open: PausableLink[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((link) => link.close()));
  });
  return async () => {
    const link = await pausableLink({ host: '127.0.0.1', port: Number(new URL(app.url).port) });
    open.push(link);
    return { ...link, url: `http://127.0.0.1:${link.port}` };
  };
}
