import { createServer, type ListenOptions, type Server, type Socket } from 'node:net';
import { isSignedIn } from './commands/authentication';
import type { Answer, Connection, Engine } from './commands/context';
import { dispatch, errorAnswer } from './commands/dispatch';
import { commands } from './commands/registry';
import { answerFastFind, answerFastUpdate, type FastRequest, parseFast } from './fast-path/answer';
import type { Document } from './values/types';
import { encode } from './wire/bson';
import { FrameReader } from './wire/frames';
import { parseRequest, type Request } from './wire/message';
import { replyTo } from './wire/reply';

// The number of requests a connection may queue before its socket is paused.
const MAX_QUEUED_REQUESTS = 64;

function encodeAnswer(answer: Answer): Buffer {
  if (Buffer.isBuffer(answer)) return answer;
  try {
    return encode(answer);
  } catch (error) {
    return encode(errorAnswer(error));
  }
}

/**
 * The next command of an exhaust stream, in which a client allows several replies: its awaitable hello is run again
 * with the topology of the last reply, until the client disconnects. Null for every other request.
 */
function nextOf({ exhaust, silent, command }: Request, answer: Answer): Document | null {
  if (!exhaust || silent || command.topologyVersion === undefined || Buffer.isBuffer(answer)) return null;
  return answer.topologyVersion === undefined ? null : { ...command, topologyVersion: answer.topologyVersion };
}

/** Waits until a slow client has received the replies or has disconnected. */
function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      socket.off('drain', finish).off('close', finish);
      resolve();
    };
    socket.on('drain', finish).on('close', finish);
  });
}

// Replies that wait for the end of an event loop turn are flushed at this size, in bytes.
const MAX_BUFFERED_BYTES = 1024 * 1024;

/**
 * Collects the replies of one turn of the event loop and writes them together at its end. Each separate write would
 * wake the client's process, which costs more than running a command.
 */
class Outbox {
  #answers: { socket: Socket; bytes: Buffer }[] = [];
  #size = 0;

  put(socket: Socket, bytes: Buffer): void {
    if (this.#answers.length === 0) setImmediate(() => this.#flush());
    this.#answers.push({ socket, bytes });
    this.#size += bytes.length;
    if (this.#size > MAX_BUFFERED_BYTES) this.#flush();
  }

  #flush(): void {
    const answers = this.#answers;
    this.#answers = [];
    this.#size = 0;
    for (const { socket, bytes } of answers) if (socket.writable) socket.write(bytes);
  }
}

/** One client: its requests are answered one after another, in the order in which they arrive. */
class Client {
  readonly #engine: Engine;
  readonly #socket: Socket;
  readonly #connection: Connection;
  readonly #outbox: Outbox;
  readonly #frames = new FrameReader();
  readonly #waiting: (Request | FastRequest)[] = [];
  #busy = false;

  constructor(engine: Engine, { socket, outbox, id }: { socket: Socket; outbox: Outbox; id: number }) {
    this.#engine = engine;
    this.#socket = socket;
    this.#outbox = outbox;
    const gone = new AbortController();
    this.#connection = {
      id,
      appName: undefined,
      hangUp: false,
      isSignedIn: false,
      exchange: null,
      skipsEmptyExchange: false,
      gone: gone.signal,
    };
    socket.once('close', () => gone.abort());
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.#receive(chunk));
    // A client may disconnect at any time; that is no error.
    socket.on('error', () => socket.destroy());
  }

  #receive(chunk: Buffer): void {
    try {
      for (const message of this.#frames.push(chunk)) this.#waiting.push(parseFast(message) ?? parseRequest(message));
    } catch {
      this.#socket.destroy();
      return;
    }
    if (this.#waiting.length > MAX_QUEUED_REQUESTS) this.#socket.pause();
    if (!this.#busy) this.#answerNext();
  }

  /** Runs the next request. The fast path runs without a promise, which would cost more than the request itself. */
  #answerNext(): void {
    const request = this.#waiting.shift();
    this.#busy = request !== undefined;
    if (this.#waiting.length === 0 && this.#socket.isPaused()) this.#socket.resume();
    if (!request) return;
    if (!('kind' in request) || this.#engine.failPoints.armed || !isSignedIn(this.#engine, this.#connection)) {
      void this.#answer(request);
    } else if (request.kind === 'update') answerFastUpdate(this.#engine.store, request, this.#reply);
    else this.#reply(request, answerFastFind(this.#engine.store, request));
  }

  /** Sends the message with the reply of the fast path; without one the request takes the general path. */
  readonly #reply = (request: FastRequest, message: Buffer | null): void => {
    if (!message) void this.#answer(request);
    else if (this.#send(message)) this.#answerNext();
    else void drained(this.#socket).then(() => this.#answerNext());
  };

  async #answer(waiting: Request | FastRequest): Promise<void> {
    const request = 'kind' in waiting ? parseRequest(waiting.bytes) : waiting;
    for (let command: Document | null = request.command; command; ) {
      const answer: Answer = request.error
        ? errorAnswer(request.error)
        : await dispatch(commands, this.#engine, { connection: this.#connection, command });
      if (this.#connection.hangUp) this.#socket.destroy();
      command = this.#socket.destroyed ? null : nextOf(request, answer);
      if (request.silent) continue;
      const message = replyTo(request, encodeAnswer(answer), command !== null);
      if (!this.#send(message)) await drained(this.#socket);
    }
    this.#answerNext();
  }

  /** Queues a message. Returns false if the socket's buffer is full and has to drain first. */
  #send(message: Buffer): boolean {
    if (this.#socket.destroyed) return true;
    this.#outbox.put(this.#socket, message);
    return !this.#socket.writableNeedDrain;
  }
}

/** A listening server; `port` is null if it listens on a Unix socket. */
export type Listener = {
  port: number | null;
  close: () => Promise<void>;
  /** Ends all connections immediately; requests in progress get no reply. */
  cutOff: () => void;
};

/** Where to listen: the path of a Unix socket, or host and TCP port; port 0 picks a free one. */
export type ListenAddress = { path: string } | { host: string; port: number };

function listening(server: Server, address: ListenAddress): Promise<number | null> {
  const options: ListenOptions = address;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options, () => {
      const bound = server.address();
      resolve(typeof bound === 'object' && bound ? bound.port : null);
    });
  });
}

/** Serves the engine over MongoDB's wire protocol. Rejects with EADDRINUSE if the address is in use. */
export async function serve(engine: Engine, address: ListenAddress): Promise<Listener> {
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
  const cutOff = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return {
    port,
    cutOff,
    close: () =>
      new Promise((resolve) => {
        if (server.listening) server.close(() => resolve());
        else resolve();
        for (const socket of sockets) socket.destroy();
      }),
  };
}
