import { connect, type Socket } from 'node:net';

/** One person's socket: its token, and the watch that is sent after the handshake. */
export interface StormClient {
  token: string;
  watch: readonly [name: string, payload: object];
}

const TEXT = 0x81;
const UPGRADE = Buffer.from(
  'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nOrigin: http://x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
);
/** A page cannot read the answer to a refused upgrade, so it makes this call to learn when its turn comes. */
const ASK = Buffer.from('GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\n\r\n');
/** The first and the longest delay (ms) before a client connects again, as in the backoff of socket.io-client. */
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 5_000;
/** A connection that is not open after this time (ms) is given up, as by socket.io-client. */
const CONNECT_WITHIN_MS = 20_000;
/** A request for a turn that is not answered within this time (ms) is given up. */
const ASK_WITHIN_MS = 5_000;
/** A watch that was refused is sent again after about this time (ms), as by the app. */
const WATCH_AGAIN_MS = 1_000;

/** A client's frame; its mask is all zeros, which leaves the payload unchanged. */
function frame(payload: string): Buffer {
  const length = Buffer.byteLength(payload);
  const head =
    length < 126 ? Buffer.from([TEXT, 0x80 | length]) : Buffer.from([TEXT, 0xfe, length >> 8, length & 0xff]);
  return Buffer.concat([head, Buffer.alloc(4), Buffer.from(payload)]);
}
const PONG = frame('3');

/** The first bytes of the acknowledgement of a watch that was accepted. */
const FRESH = '430[{"ok":true';
/** The number of bytes of a frame that are read: the longest header, and the beginning of the payload. */
const READ_BYTES = 10 + FRESH.length;

/** The port that a client connects to, its own address, and how long it waits for the connection (ms). */
export interface Route {
  port: number;
  /** An address of the loopback network. One address has too few ports for a storm, and people have different addresses. */
  from: string;
  connectWithinMs?: number;
}

/** The address of the client with this number; 99 other clients have the same address. */
export const addressOf = (nth: number): string => `127.1.${(nth / 25_600) | 0}.${((nth / 100) | 0) % 256}`;

/**
 * A client of the hub that does as little as possible: it sends prepared frames, and reads only the first bytes of each
 * frame. After a lost connection it connects again as the app does, and after a refused upgrade it waits as long as the
 * server demands.
 */
export class RawClient {
  readonly #route: Required<Route>;
  readonly #frames: { hello: Buffer; watch: Buffer };
  #link: Socket | null = null;
  #tries = 0;
  #timer: NodeJS.Timeout | undefined;
  /** The number of bytes of the current frame that have not arrived yet. */
  #left = 0;
  /** Received bytes that are still too few to be read. */
  #rest: Buffer = Buffer.alloc(0);
  #isUpgraded = false;
  #isOpen = false;
  /** The numbers of refused upgrades, of connections that were lost or did not open in time, and of refused watches. */
  refused = 0;
  lost = 0;
  unwatched = 0;
  isFresh = false;

  constructor({ port, from, connectWithinMs = CONNECT_WITHIN_MS }: Route, { token, watch }: StormClient) {
    this.#route = { port, from, connectWithinMs };
    this.#frames = { hello: frame(`40${JSON.stringify({ token })}`), watch: frame(`420${JSON.stringify(watch)}`) };
  }

  open(): void {
    const link = this.#connect();
    this.#link = link;
    [this.#isUpgraded, this.#isOpen, this.#left, this.#rest] = [false, false, 0, Buffer.alloc(0)];
    this.#tries += 1;
    link.setNoDelay(true);
    link.on('error', () => undefined);
    link.on('data', (chunk) => this.#received(chunk));
    link.once('close', () => {
      if (this.#link === link) this.#failed();
    });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => link.destroy(), this.#route.connectWithinMs);
    link.write(UPGRADE);
  }

  /** Resets the connection, and connects again after the usual delay. */
  cut(): void {
    const link = this.#drop();
    this.#tries = 0;
    link?.resetAndDestroy();
    this.#later(FIRST_DELAY_MS);
  }

  end(): void {
    this.#drop()?.destroy();
  }

  #connect(): Socket {
    return connect({ port: this.#route.port, host: '127.0.0.1', localAddress: this.#route.from });
  }

  #drop(): Socket | null {
    const link = this.#link;
    this.#link = null;
    this.isFresh = false;
    clearTimeout(this.#timer);
    return link;
  }

  /** Connects again as the app does: after the usual delay if the connection was open, else when its turn comes. */
  #failed(): void {
    const wasOpen = this.#isOpen;
    this.#drop();
    this.lost += 1;
    if (wasOpen) this.#later(FIRST_DELAY_MS);
    else this.#askTurn();
  }

  /** Requests its turn and waits for it, as the app does (client/src/core/turn.ts). */
  #askTurn(): void {
    const link = this.#connect();
    let seconds: string | undefined;
    link.once('connect', () => link.write(ASK));
    link.on('error', () => undefined);
    link.setTimeout(ASK_WITHIN_MS, () => link.destroy());
    link.once('data', (chunk) => {
      seconds = /^HTTP\/1.1 503.*retry-after: (\d+)/is.exec(chunk.toString('latin1'))?.[1];
      link.destroy();
    });
    link.once('close', () => {
      if (seconds === undefined) this.#later(Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** this.#tries));
      else setTimeout(() => this.open(), (Number(seconds) * (1 + Math.random() / 10) + Math.random()) * 1_000);
    });
  }

  /** Connects again after 0.5 to 1.5 times the delay, as the backoff of socket.io-client does. */
  #later(delay: number): void {
    setTimeout(() => this.open(), delay * (0.5 + Math.random()));
  }

  #received(part: Buffer): void {
    const chunk = this.#rest.length > 0 ? Buffer.concat([this.#rest, part]) : part;
    this.#rest = Buffer.alloc(0);
    if (this.#isUpgraded) this.#read(chunk, 0);
    else this.#answered(chunk);
  }

  #answered(chunk: Buffer): void {
    const end = chunk.indexOf('\r\n\r\n');
    if (end < 0) {
      this.#rest = chunk;
      return;
    }
    if (!chunk.toString('latin1', 0, end).startsWith('HTTP/1.1 101')) {
      this.refused += 1;
      this.#drop()?.destroy();
      this.#askTurn();
      return;
    }
    this.#isUpgraded = true;
    this.#link?.write(this.#frames.hello);
    this.#read(chunk, end + 4);
  }

  #read(chunk: Buffer, from: number): void {
    let at = from;
    while (at < chunk.length) {
      if (this.#left > 0) {
        const taken = Math.min(this.#left, chunk.length - at);
        this.#left -= taken;
        at += taken;
        continue;
      }
      const begun = beginningOf(chunk, at);
      if (!begun) {
        this.#rest = chunk.subarray(at);
        return;
      }
      this.#left = begun.length;
      at += begun.head;
      this.#see(chunk, at);
    }
  }

  #see(chunk: Buffer, at: number): void {
    const [kind, packet] = [chunk[at], chunk[at + 1]];
    if (kind === 0x30) {
      this.#isOpen = true;
      clearTimeout(this.#timer);
    }
    if (kind === 0x32) this.#link?.write(PONG);
    if (kind !== 0x34) return;
    if (packet === 0x34) throw new Error('a handshake was refused');
    if (packet === 0x30) this.#link?.write(this.#frames.watch);
    if (packet === 0x33) this.#acknowledged(chunk.toString('latin1', at, at + FRESH.length));
  }

  #acknowledged(text: string): void {
    if (text === FRESH) {
      this.isFresh = true;
      return;
    }
    this.unwatched += 1;
    const link = this.#link;
    setTimeout(() => link === this.#link && link?.write(this.#frames.watch), WATCH_AGAIN_MS * (0.5 + Math.random()));
  }
}

/** The sizes of a frame's header and payload; null while too little of the frame has arrived. */
function beginningOf(chunk: Buffer, at: number): { head: number; length: number } | null {
  const short = (chunk[at + 1] ?? 0) & 0x7f;
  const head = short === 127 ? 10 : short === 126 ? 4 : 2;
  const come = chunk.length - at;
  if (come < head) return null;
  const length =
    short === 127 ? Number(chunk.readBigUInt64BE(at + 2)) : short === 126 ? chunk.readUInt16BE(at + 2) : short;
  return come < Math.min(head + length, READ_BYTES) ? null : { head, length };
}
