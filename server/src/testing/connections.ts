import type { Role } from '@boli/shared/auth/auth.schema';
import { afterEach } from '@jest/globals';
import { type PausableLink, pausableLink } from './pausable-link';
import { eventually, type RealtimeApp } from './realtime';

/** The number of open connections of this role at a server, as `/metrics` shows it. */
export async function connectionsOf(role: Role, { url }: Pick<RealtimeApp, 'url'>): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^socket_connections\\{role="${role}"\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0);
}

/** Waits until a server has these numbers of connections. */
export async function connectionsAre(expected: { customer: number; driver: number }, app: RealtimeApp): Promise<void> {
  const areCounted = async () =>
    (await connectionsOf('customer', app)) === expected.customer &&
    (await connectionsOf('driver', app)) === expected.driver;
  await eventually(areCounted, 'another number of connections is counted');
}

/**
 * Returns a function that opens ways to an app and closes them after each test; call it at the top of a test file. While
 * a way is paused, its connections stay open, but nothing passes in either direction.
 */
export function waysTo(app: RealtimeApp): () => Promise<PausableLink & { url: string }> {
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
