import { createServer, type Server, type Socket } from 'node:net';
import type { Answer, Connection, Engine } from './commands/context';
import { dispatch, errorAnswer } from './commands/dispatch';
import { commands } from './commands/registry';
import { encode } from './wire/bson';
import { FrameReader } from './wire/frames';
import { parseRequest, type Request } from './wire/message';
import { replyTo } from './wire/reply';

// Requests one connection may have waiting before its socket is read no further.
const MOST_WAITING = 64;

function encodeAnswer(answer: Answer): Buffer {
  if (Buffer.isBuffer(answer)) return answer;
  try {
    return encode(answer);
  } catch (error) {
    return encode(errorAnswer(error));
  }
}

/** Waits until a client that reads slowly has taken what it was sent, or is gone. */
function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      socket.off('drain', finish).off('close', finish);
      resolve();
    };
    socket.on('drain', finish).on('close', finish);
  });
}

// Answers that wait for the end of a turn may not take more memory than this, in bytes.
const MOST_HELD = 1024 * 1024;

/**
 * The answers of one turn of the event loop, written one after another at its end. Written each by itself, with the next
 * request's work in between, every single one would wake the other side: that costs more than the answering.
 */
class Outbox {
  #answers: { socket: Socket; bytes: Buffer }[] = [];
  #size = 0;

  put(socket: Socket, bytes: Buffer): void {
    if (this.#answers.length === 0) setImmediate(() => this.#flush());
    this.#answers.push({ socket, bytes });
    this.#size += bytes.length;
    if (this.#size > MOST_HELD) this.#flush();
  }

  #flush(): void {
    const answers = this.#answers;
    this.#answers = [];
    this.#size = 0;
    for (const { socket, bytes } of answers) if (socket.writable) socket.write(bytes);
  }
}

/** One client: its requests are answered one after another, in the order they came. */
class Client {
  readonly #engine: Engine;
  readonly #socket: Socket;
  readonly #connection: Connection;
  readonly #outbox: Outbox;
  readonly #frames = new FrameReader();
  readonly #waiting: Request[] = [];
  #busy = false;

  constructor(engine: Engine, { socket, outbox, id }: { socket: Socket; outbox: Outbox; id: number }) {
    this.#engine = engine;
    this.#socket = socket;
    this.#outbox = outbox;
    this.#connection = { id, appName: undefined, hangUp: false };
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.#receive(chunk));
    // A client that goes away in the middle is no news.
    socket.on('error', () => socket.destroy());
  }

  #receive(chunk: Buffer): void {
    try {
      for (const message of this.#frames.push(chunk)) this.#waiting.push(parseRequest(message));
    } catch {
      this.#socket.destroy();
      return;
    }
    if (this.#waiting.length > MOST_WAITING) this.#socket.pause();
    if (!this.#busy) void this.#answerAll();
  }

  async #answerAll(): Promise<void> {
    this.#busy = true;
    for (let request = this.#waiting.shift(); request; request = this.#waiting.shift()) {
      await this.#answer(request);
      if (this.#socket.isPaused() && this.#waiting.length === 0) this.#socket.resume();
    }
    this.#busy = false;
  }

  async #answer(request: Request): Promise<void> {
    const answer = request.fault
      ? errorAnswer(request.fault)
      : await dispatch(commands, this.#engine, { connection: this.#connection, command: request.command });
    if (this.#connection.hangUp) this.#socket.destroy();
    if (request.silent || this.#socket.destroyed) return;
    this.#outbox.put(this.#socket, replyTo(request, encodeAnswer(answer)));
    if (this.#socket.writableNeedDrain) await drained(this.#socket);
  }
}

/** A listening server. */
export type Listener = { port: number; close: () => Promise<void> };

/** Where to listen; port 0 takes a free one. */
export type Address = { host: string; port: number };

function listening(server: Server, { host, port }: Address): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

/** Serves the engine over MongoDB's wire protocol. Rejects where the address is taken. */
export async function serve(engine: Engine, address: Address): Promise<Listener> {
  const sockets = new Set<Socket>();
  const outbox = new Outbox();
  let connections = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    engine.connections = sockets.size;
    socket.once('close', () => {
      sockets.delete(socket);
      engine.connections = sockets.size;
    });
    new Client(engine, { socket, outbox, id: ++connections });
  });
  const port = await listening(server, address);
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
