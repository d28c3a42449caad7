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
/** A page cannot read the answer to a refused upgrade: it requests its turn by this call. */
const ASK = Buffer.from('GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\n\r\n');
/** The first and the longest delay before a client connects again, as in the backoff of the app's library (ms). */
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 5_000;

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

/**
 * A client of the hub that does as little as possible: it sends prepared frames, and reads only the first bytes of each
 * frame. After a lost connection it connects again as the app does, and after a refused upgrade it waits as long as the
 * server demands.
 */
export class RawClient {
  readonly #port: number;
  readonly #frames: { hello: Buffer; watch: Buffer };
  readonly #onFresh: () => void;
  #link: Socket | null = null;
  #tries = 0;
  /** The bytes of the current frame that are still to come. */
  #left = 0;
  #isOpen = false;
  /** Refused upgrades so far, and connections that were lost without an answer. */
  refused = 0;
  lost = 0;
  isFresh = false;

  constructor(port: number, { token, watch }: StormClient, onFresh: () => void) {
    this.#port = port;
    this.#frames = { hello: frame(`40${JSON.stringify({ token })}`), watch: frame(`420${JSON.stringify(watch)}`) };
    this.#onFresh = onFresh;
  }

  open(): void {
    const link = connect(this.#port, '127.0.0.1');
    this.#link = link;
    this.#isOpen = false;
    this.#left = 0;
    this.#tries += 1;
    link.setNoDelay(true);
    link.on('error', () => undefined);
    link.on('data', (chunk) => (this.#isOpen ? this.#read(chunk, 0) : this.#answered(chunk)));
    link.once('close', () => {
      if (this.#link !== link) return;
      this.lost += 1;
      this.#later(Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** this.#tries));
    });
    link.write(UPGRADE);
  }

  /** Resets the connection, and connects again after the usual delay. */
  cut(): void {
    const link = this.#link;
    this.#link = null;
    this.isFresh = false;
    this.#tries = 0;
    link?.resetAndDestroy();
    this.#later(FIRST_DELAY_MS);
  }

  end(): void {
    const link = this.#link;
    this.#link = null;
    link?.destroy();
  }

  /** Requests its turn and waits for it, as the app does (client/src/core/turn.ts). */
  #askTurn(): void {
    const link = connect(this.#port, '127.0.0.1', () => link.write(ASK));
    link.on('error', () => undefined);
    link.once('data', (chunk) => {
      const seconds = /^HTTP\/1.1 503.*retry-after: (\d+)/is.exec(chunk.toString('latin1'))?.[1];
      link.destroy();
      if (seconds === undefined) this.#later(FIRST_DELAY_MS);
      else setTimeout(() => this.open(), (Number(seconds) * (1 + Math.random() / 10) + Math.random()) * 1_000);
    });
  }

  /** Connects again as by the library's backoff: after half of the delay up to one and a half times the delay. */
  #later(delay: number): void {
    setTimeout(() => this.open(), delay * (0.5 + Math.random()));
  }

  #answered(chunk: Buffer): void {
    const end = chunk.indexOf('\r\n\r\n');
    if (end < 0) return;
    const head = chunk.toString('latin1', 0, end);
    if (!head.startsWith('HTTP/1.1 101')) {
      this.refused += 1;
      this.#link?.destroy();
      this.#link = null;
      this.#askTurn();
      return;
    }
    this.#isOpen = true;
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
      const short = (chunk[at + 1] ?? 0) & 0x7f;
      const head = short === 127 ? 10 : short === 126 ? 4 : 2;
      // A chunk rarely ends within a header. Then the first bytes of the frame cannot be read.
      if (at + head > chunk.length) throw new Error('a frame was cut within its header');
      this.#left =
        short === 127 ? Number(chunk.readBigUInt64BE(at + 2)) : short === 126 ? chunk.readUInt16BE(at + 2) : short;
      at += head;
      this.#see(chunk, at);
    }
  }

  #see(chunk: Buffer, at: number): void {
    const [kind, packet] = [chunk[at], chunk[at + 1]];
    if (kind === 0x32) this.#link?.write(PONG);
    if (kind !== 0x34) return;
    if (packet === 0x34) throw new Error('a handshake was refused');
    if (packet === 0x30) this.#link?.write(this.#frames.watch);
    if (packet !== 0x33) return;
    const text = chunk.toString('latin1', at, at + FRESH.length);
    if (text !== FRESH) throw new Error(`a watch was answered by ${chunk.toString('latin1', at, at + 200)}`);
    this.isFresh = true;
    this.#onFresh();
  }
}
