import { createServer, type ListenOptions, type Server, type Socket } from 'node:net';
import { isSignedIn } from './commands/authentication';
import type { Answer, Connection, Engine } from './commands/context';
import { dispatch, errorAnswer } from './commands/dispatch';
import { commands } from './commands/registry';
import { answerQuickly } from './quick/answer';
import { type QuickUpdate, readQuickUpdate } from './quick/request';
import type { Document } from './values/types';
import { encode } from './wire/bson';
import { FrameReader } from './wire/frames';
import { parseRequest, type Request } from './wire/message';
import { type Addressee, replyTo } from './wire/reply';

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

/**
 * What is answered next without being asked, until the client goes: an awaited hello whose sender allows that is asked
 * again, with the topology of its answer. Null for all else.
 */
function nextOf({ exhaust, silent, command }: Request, answer: Answer): Document | null {
  if (!exhaust || silent || command.topologyVersion === undefined || Buffer.isBuffer(answer)) return null;
  return answer.topologyVersion === undefined ? null : { ...command, topologyVersion: answer.topologyVersion };
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
  readonly #waiting: (Request | QuickUpdate)[] = [];
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
      isShort: false,
      gone: gone.signal,
    };
    socket.once('close', () => gone.abort());
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.#receive(chunk));
    // A client that goes away in the middle is no news.
    socket.on('error', () => socket.destroy());
  }

  #receive(chunk: Buffer): void {
    try {
      for (const message of this.#frames.push(chunk))
        this.#waiting.push(readQuickUpdate(message) ?? parseRequest(message));
    } catch {
      this.#socket.destroy();
      return;
    }
    if (this.#waiting.length > MOST_WAITING) this.#socket.pause();
    if (!this.#busy) this.#answerNext();
  }

  /** Answers what waits. An update that was understood at once goes its way without any promise. */
  #answerNext(): void {
    const request = this.#waiting.shift();
    this.#busy = request !== undefined;
    if (this.#waiting.length === 0 && this.#socket.isPaused()) this.#socket.resume();
    if (!request) return;
    if ('changes' in request && !this.#engine.failPoints.armed && isSignedIn(this.#engine, this.#connection)) {
      answerQuickly(this.#engine.store, request, this.#answered);
    } else void this.#answer(request);
  }

  readonly #answered = (update: QuickUpdate, answer: Answer | null): void => {
    if (!answer) void this.#answer(update);
    else if (this.#send(update, answer)) this.#answerNext();
    else void drained(this.#socket).then(() => this.#answerNext());
  };

  async #answer(waiting: Request | QuickUpdate): Promise<void> {
    const request = 'changes' in waiting ? parseRequest(waiting.bytes) : waiting;
    for (let command: Document | null = request.command; command; ) {
      const answer: Answer = request.error
        ? errorAnswer(request.error)
        : await dispatch(commands, this.#engine, { connection: this.#connection, command });
      if (this.#connection.hangUp) this.#socket.destroy();
      command = this.#socket.destroyed ? null : nextOf(request, answer);
      if (!request.silent && !this.#send(request, answer, command !== null)) await drained(this.#socket);
    }
    this.#answerNext();
  }

  /** False where the client has to read first. */
  #send(to: Addressee, answer: Answer, moreToCome = false): boolean {
    if (this.#socket.destroyed) return true;
    this.#outbox.put(this.#socket, replyTo(to, encodeAnswer(answer), moreToCome));
    return !this.#socket.writableNeedDrain;
  }
}

/** A listening server; `port` is null where it listens on a Unix socket. */
export type Listener = {
  port: number | null;
  close: () => Promise<void>;
  /** Ends all connections at once: whoever waits for an answer gets none. */
  cutOff: () => void;
};

/** Where to listen: the path of a Unix socket, or TCP, where port 0 takes a free one. */
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

/** Serves the engine over MongoDB's wire protocol. Rejects where the address is taken. */
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
