import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const METER = new URL('./meter.mjs', import.meta.url).href;

/** The program to start, with flags for node and for the program. */
export type Program = { path: string; args?: readonly string[]; nodeFlags?: readonly string[] };

/** A running program under measurement, which has printed its first line. */
export class MeasuredProcess {
  readonly #child: ChildProcess;
  /** The first line that the program printed, such as its port. */
  readonly firstLine: string;

  private constructor(child: ChildProcess, firstLine: string) {
    this.#child = child;
    this.firstLine = firstLine;
  }

  /** Starts a program and waits for its first line. Rejects when the program ends before it. */
  static async start({ path, args = [], nodeFlags = [] }: Program): Promise<MeasuredProcess> {
    const child = spawn(process.execPath, [...nodeFlags, '--import', METER, path, ...args], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    if (!child.stdout) throw new Error(`${path} has no output`);
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`${path} ended with ${String(code)} before it was ready`);
    });
    const [line] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended]);
    ended.catch(() => undefined);
    return new MeasuredProcess(child, String(line));
  }

  /** Sends a message to the program; resolves with this field of the first reply that has it. Rejects when it ends. */
  async ask(message: string | object, field: string): Promise<unknown> {
    const answer = new Promise<unknown>((resolve, reject) => {
      const gone = () => reject(new Error('the measured program ended'));
      const listen = (reply: unknown) => {
        if (typeof reply !== 'object' || reply === null || !(field in reply)) return;
        this.#child.off('message', listen).off('exit', gone);
        resolve(Reflect.get(reply, field));
      };
      this.#child.on('message', listen).once('exit', gone);
    });
    this.#child.send(message);
    return answer;
  }

  /** The CPU time of all threads of the program so far, user and system, in microseconds. */
  async cpu(): Promise<number> {
    const usage = await this.ask('cpu', 'cpu');
    if (typeof usage !== 'object' || usage === null) return 0;
    return Number(Reflect.get(usage, 'user')) + Number(Reflect.get(usage, 'system'));
  }

  /** Stops the program and waits for its end. */
  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await ended;
  }
}
