import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net';

/** Data on the way through a proxy. */
export interface Passage {
  from: Socket;
  to: Socket;
  /** Whether the target has sent the data. */
  isReply: boolean;
}

/** What a test may do with the connections of a proxy. */
export interface ProxyOptions {
  /** Called when a caller has connected: with the end towards the caller and the end towards the target. */
  opened?(near: Socket, far: Socket): void;
  /** Called instead of writing the data to the other end. */
  passed?(chunk: Buffer, passage: Passage): void;
}

/** A TCP proxy on a port of this machine. */
export interface TcpProxy {
  port: number;
  /** Both ends of every open connection. */
  ends: ReadonlySet<Socket>;
  /** The ends towards the callers. */
  nearEnds: ReadonlySet<Socket>;
  /** Closes every connection; new ones can be opened. */
  cut(): void;
  close(): Promise<void>;
}

const passOn = (chunk: Buffer, { to }: Passage): void => void to.write(chunk);

/** Opens a TCP proxy to another port or socket of this machine. */
export async function tcpProxy(
  target: NetConnectOpts,
  { opened, passed = passOn }: ProxyOptions = {},
): Promise<TcpProxy> {
  const ends = new Set<Socket>();
  const nearEnds = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(target);
    nearEnds.add(near);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(from);
      from.on('data', (chunk) => passed(chunk, { from, to, isReply: from === far }));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        ends.delete(from);
        nearEnds.delete(from);
        to.destroy();
      });
    }
    opened?.(near, far);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('the proxy has no port');
  const cut = () => {
    for (const end of ends) end.destroy();
  };
  return {
    port: address.port,
    ends,
    nearEnds,
    cut,
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
