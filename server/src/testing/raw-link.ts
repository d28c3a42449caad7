import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { frame } from './frame';
import { eventually } from './realtime';

/** A websocket without a library: sends any bytes, as fast as the connection accepts them. */
export interface RawLink {
  /** The status of the answer to the upgrade; 101 if the connection is open, 0 if there is no answer yet. */
  readonly status: number;
  /** Everything received so far as text: the response to the upgrade, and the frames with their headers. */
  received(): string;
  send(...frames: Buffer[]): void;
  /** Sends these frames repeatedly until the connection is closed or `stop` is called. */
  flood(frames: Buffer): { stop(): void };
  isGone(): boolean;
  close(): void;
}

/** Opens a connection to the hub of this server, with `query` added to the address, and does not wait for the answer. */
export function startRawLink(url: string, query = ''): RawLink {
  return sendUpgrade(url, query).raw;
}

/** Like `startRawLink`, but waits for the answer. */
export async function openRawLink(url: string, query = ''): Promise<RawLink> {
  const { link, raw } = sendUpgrade(url, query);
  await once(link, 'data');
  return raw;
}

function sendUpgrade(url: string, query: string): { link: Socket; raw: RawLink } {
  const link = connect(Number(new URL(url).port), '127.0.0.1');
  let text = '';
  link.setNoDelay(true);
  link.on('error', () => undefined);
  link.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  link.write(
    `GET /socket.io/?EIO=4&transport=websocket${query} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
  );
  const raw: RawLink = {
    get status() {
      return Number(text.split(' ')[1] ?? 0);
    },
    received: () => text,
    send: (...frames) => void link.write(Buffer.concat(frames)),
    flood: (frames) => floodOver(link, frames),
    isGone: () => link.closed,
    close: () => link.destroy(),
  };
  return { link, raw };
}

function floodOver(link: Socket, frames: Buffer): { stop(): void } {
  let isOn = true;
  const more = () => {
    if (isOn && !link.destroyed) link.write(frames, () => setImmediate(more));
  };
  more();
  return {
    stop() {
      isOn = false;
    },
  };
}

/** Like `openRawLink`, signed in with this token. */
export async function openRawSocket(url: string, token: string): Promise<RawLink> {
  const link = await openRawLink(url);
  link.send(frame(`40${JSON.stringify({ token })}`));
  await eventually(() => /40\{"sid"/.test(link.received()), 'the connection was not accepted');
  return link;
}
