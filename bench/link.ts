import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { frame } from '../server/src/testing/frame';

/** The headers that a browser sends with an upgrade: a server may have to keep them in memory. */
const BROWSER = [
  'User-Agent: Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
  'Accept-Language: en-IN,en;q=0.9,hi;q=0.8',
  'Accept-Encoding: gzip, deflate, br',
  'Cache-Control: no-cache',
  'Pragma: no-cache',
].join('\r\n');

/** A websocket connection whose client costs as little as possible: it masks with zeros, and decodes no payload. */
export class Link {
  readonly #socket: Socket;
  #rest: Buffer | null = null;
  /** Bytes that were received and sent, with all headers. */
  readonly bytes = { received: 0, sent: 0 };
  /** Called with the payload of each frame. */
  received: (payload: Buffer) => void = () => undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
  }

  /**
   * Opens a connection to this path of a server; the first frames may be passed to `received` before the promise
   * resolves. Rejects when the server refuses the connection.
   */
  static async open(url: string, path: string, received: (link: Link, payload: Buffer) => void): Promise<Link> {
    const { host, hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    const link = new Link(socket);
    link.received = (payload) => received(link, payload);
    link.#write(
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nOrigin: ${url}\r\n${BROWSER}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    );
    const [first]: Buffer[] = await once(socket, 'data');
    const text = first?.toString('latin1') ?? '';
    if (!first || !text.startsWith('HTTP/1.1 101')) throw new Error(`the upgrade was answered: ${text.slice(0, 80)}`);
    socket.on('data', (chunk: Buffer) => link.#take(chunk));
    const head = text.indexOf('\r\n\r\n') + 4;
    link.bytes.received += head;
    link.#take(first.subarray(head));
    return link;
  }

  #write(bytes: string | Buffer): void {
    this.bytes.sent += bytes.length;
    this.#socket.write(bytes);
  }

  #take(chunk: Buffer): void {
    this.bytes.received += chunk.length;
    let bytes = this.#rest ? Buffer.concat([this.#rest, chunk]) : chunk;
    this.#rest = null;
    while (bytes.length > 0) {
      const payload = payloadIn(bytes);
      if (!payload || bytes.length < payload.end) {
        this.#rest = bytes;
        return;
      }
      this.received(bytes.subarray(payload.start, payload.end));
      bytes = bytes.subarray(payload.end);
    }
  }

  send(text: string): void {
    this.#write(frame(text));
  }

  close(): void {
    this.#socket.destroy();
  }
}

/** Where the payload of a server's first frame in these bytes starts and ends; null when its header is incomplete. */
function payloadIn(bytes: Buffer): { start: number; end: number } | null {
  const short = bytes[1] ?? 127;
  if (short < 126) return { start: 2, end: 2 + short };
  const start = short === 126 ? 4 : 10;
  if (bytes.length < start) return null;
  return { start, end: start + (short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2))) };
}
