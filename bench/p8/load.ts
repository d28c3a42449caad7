import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Document } from 'bson';
import { answerOf, frame } from './frames';

/**
 * A connection that sends one message and waits for its reply. It costs less than a MongoDB driver, so that the load
 * generator does not limit what is measured.
 */
export class WireClient {
  readonly #socket: Socket;
  #rest: Buffer | null = null;
  #answered: (message: Buffer) => void = () => undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
  }

  static async connect(port: number): Promise<WireClient> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new WireClient(socket);
  }

  #receive(chunk: Buffer): void {
    const bytes = this.#rest ? Buffer.concat([this.#rest, chunk]) : chunk;
    if (bytes.length < 4 || bytes.length < bytes.readInt32LE(0)) {
      this.#rest = bytes;
      return;
    }
    this.#rest = null;
    this.#answered(bytes);
  }

  /**
   * Sends the messages that `next` returns, each after the reply to the previous one, until `next` returns null.
   * Rejects with the error that `check` throws.
   */
  loop(next: () => Buffer | null, check?: (answer: Buffer) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const send = () => {
        const message = next();
        if (message) this.#socket.write(message);
        else resolve();
      };
      this.#answered = (answer) => {
        try {
          check?.(answer);
          send();
        } catch (error) {
          reject(error);
        }
      };
      send();
    });
  }

  /** Runs one command and returns the document of the reply. Throws if the command failed. */
  async call(command: Document, sequence?: { name: string; documents: readonly Document[] }): Promise<Document> {
    const message = frame(command, sequence);
    const messages = [message];
    let answer: Document = {};
    await this.loop(
      () => messages.pop() ?? null,
      (bytes) => {
        answer = answerOf(bytes);
      },
    );
    return answer;
  }

  close(): void {
    this.#socket.destroy();
  }
}

/** The result of a period of load. */
export type Load = { operations: number; seconds: number };

/** Keeps all clients busy for a period; `next` returns the message number `n` (from 0) of a client. */
export async function load(
  clients: readonly WireClient[],
  milliseconds: number,
  next: (client: number, n: number) => Buffer,
): Promise<Load> {
  const from = performance.now();
  const until = from + milliseconds;
  let operations = 0;
  await Promise.all(
    clients.map((client, at) => {
      let n = 0;
      return client.loop(() => {
        if (n > 0) operations++;
        return n === 0 || performance.now() < until ? next(at, n++) : null;
      });
    }),
  );
  return { operations, seconds: (performance.now() - from) / 1000 };
}
