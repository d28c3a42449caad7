import type { NetConnectOpts, Socket } from 'node:net';
import { tcpProxy } from './tcp-proxy';

/**
 * A TCP proxy to another port or socket of this machine that can be paused and resumed, as if the other side had
 * stopped answering.
 */
export interface PausableLink {
  port: number;
  pause(): void;
  resume(): void;
  /**
   * From now on, until `cut` is called, a connection on which MongoDB writes are sent gets no replies any more,
   * although the writes are executed.
   */
  loseRepliesToWrites(): void;
  /** From now on, a connection on which MongoDB writes are sent gets no replies until `resume` lets them through. */
  holdRepliesToWrites(): void;
  /** Ends the direction towards the callers, who may continue to send. */
  endNear(): void;
  /** Whether a caller has sent data that the proxy has not passed on yet. */
  isFull(): boolean;
  /** Closes every connection; new connections can be opened, and get all replies. */
  cut(): void;
  close(): Promise<void>;
}

/** The first field of a write command: its type, its name, a zero byte. */
const writes = ['insert', 'update', 'findAndModify'].map((name) => `\x02${name}\0`);

/** Opens a TCP proxy to this target that can be paused. */
export async function pausableLink(target: NetConnectOpts): Promise<PausableLink> {
  let paused = false;
  let losing = false;
  let holding = false;
  const lost = new WeakSet<Socket>();
  const { port, ends, nearEnds, cut, close } = await tcpProxy(target, {
    opened(...connection) {
      if (paused) for (const end of connection) end.pause();
    },
    passed(chunk, { from, to, isReply }) {
      const isWrite = (losing || holding) && !isReply && writes.some((name) => chunk.includes(name));
      if (isWrite && losing) lost.add(to);
      if (isWrite && holding) to.pause();
      if (!lost.has(from)) to.write(chunk);
    },
  });
  return {
    port,
    pause() {
      paused = true;
      for (const end of ends) end.pause();
    },
    resume() {
      paused = false;
      holding = false;
      for (const end of ends) end.resume();
    },
    loseRepliesToWrites() {
      losing = true;
    },
    holdRepliesToWrites() {
      holding = true;
    },
    endNear() {
      for (const end of nearEnds) end.end();
    },
    isFull() {
      return [...nearEnds].some((end) => end.readableLength > 0);
    },
    cut() {
      losing = false;
      cut();
    },
    close,
  };
}
