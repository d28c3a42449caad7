import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** The answer to a call. */
export interface Answer {
  status: number;
  /** The body as it was sent. */
  body: Buffer;
  /** The size of the whole answer with its headers. */
  bytes: number;
}

/** A call, to be sent as often as needed. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT';
  /** The path, with the `/api`. */
  path: string;
  token: string;
  body?: object;
  headers?: Readonly<Record<string, string>>;
}

/** The bytes of a call. */
export function bytesOf({ method, path, token, body, headers = {} }: Call): Buffer {
  const text = body ? JSON.stringify(body) : '';
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Bearer ${token}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body ? ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`] : []),
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${text}`);
}

const LAST_CHUNK = Buffer.from('0\r\n\r\n');

/** The answer at the start of these bytes; null while it is incomplete. */
function answerIn(bytes: Buffer): Answer | null {
  const head = bytes.indexOf('\r\n\r\n');
  if (head < 0) return null;
  const text = bytes.toString('latin1', 0, head);
  const status = Number(text.slice(9, 12));
  const from = head + 4;
  if (/transfer-encoding: chunked/i.test(text)) {
    const isComplete = bytes.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK);
    return isComplete ? { status, body: bytes.subarray(from), bytes: bytes.length } : null;
  }
  const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
  if (bytes.length < from + length) return null;
  return { status, body: bytes.subarray(from, from + length), bytes: from + length };
}

/**
 * A connection that sends one call and waits for its answer; cheaper than `fetch`, whose time would be measured, too. It is
 * opened again when the server has closed it because it was idle.
 */
export class HttpLink {
  readonly #url: string;
  #socket: Socket | null = null;
  #rest: Buffer | null = null;
  #answered: (answer: Answer) => void = () => undefined;
  #failed: (error: Error) => void = () => undefined;

  private constructor(url: string) {
    this.#url = url;
  }

  static async open(url: string): Promise<HttpLink> {
    const link = new HttpLink(url);
    await link.#connect();
    return link;
  }

  async #connect(): Promise<Socket> {
    const { hostname, port } = new URL(this.#url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    socket.on('error', () => socket.destroy());
    socket.on('end', () => this.#lost(socket));
    socket.on('close', () => this.#lost(socket));
    this.#socket = socket;
    return socket;
  }

  #lost(socket: Socket): void {
    if (this.#socket !== socket) return;
    this.#socket = null;
    this.#failed(new Error('the server closed the connection'));
  }

  #receive(chunk: Buffer): void {
    const bytes = this.#rest ? Buffer.concat([this.#rest, chunk]) : chunk;
    const answer = answerIn(bytes);
    this.#rest = answer ? null : bytes;
    if (answer) this.#answered(answer);
  }

  /** Sends the bytes of a call; resolves with its answer, whatever its status. Rejects when the connection is lost. */
  async call(bytes: Buffer): Promise<Answer> {
    const socket = this.#socket ?? (await this.#connect());
    return new Promise((resolve, reject) => {
      this.#answered = resolve;
      this.#failed = reject;
      socket.write(bytes);
    });
  }

  close(): void {
    this.#failed = () => undefined;
    this.#socket?.destroy();
  }
}
