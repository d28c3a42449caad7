import { connect, createServer, type Socket } from 'node:net';

/** A link to another port of this machine that can be stopped and let go, as if the other side had stopped answering. */
export interface PausableLink {
  port: number;
  pause(): void;
  resume(): void;
  close(): Promise<void>;
}

export async function pausableLink(target: { host: string; port: number }): Promise<PausableLink> {
  const ends = new Set<Socket>();
  let paused = false;
  const server = createServer((near) => {
    const far = connect(target.port, target.host);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(from);
      from.on('data', (chunk) => to.write(chunk));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        ends.delete(from);
        to.destroy();
      });
      if (paused) from.pause();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('the link has no port');
  return {
    port: address.port,
    pause() {
      paused = true;
      for (const end of ends) end.pause();
    },
    resume() {
      paused = false;
      for (const end of ends) end.resume();
    },
    async close() {
      for (const end of ends) end.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
