import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const METER = new URL('./meter.mjs', import.meta.url).href;

const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
/** The flags with which `npm start` starts the product; everything measured has them, baselines too. */
export const NODE_FLAGS: readonly string[] = String(scripts.start).match(/--\S+/g) ?? [];

/** The program to start, with flags for node and for the program. */
export type Program = {
  path: string;
  args?: readonly string[];
  nodeFlags?: readonly string[];
  /** All its environment variables; those of this process by default. */
  environment?: NodeJS.ProcessEnv;
  /** The line by which the program says that it is ready; its first line by default. */
  ready?: RegExp;
  /** The processor's core on which it and its children run; any core by default. Linux only. */
  core?: number | undefined;
};

/** A running program under measurement, which has said that it is ready. */
export class MeasuredProcess {
  readonly #child: ChildProcess;
  /** The line by which the program said that it is ready, such as its port. */
  readonly readyLine: string;

  private constructor(child: ChildProcess, readyLine: string) {
    this.#child = child;
    this.readyLine = readyLine;
  }

  /** Starts a program and waits until it is ready. Rejects when the program ends before that. */
  static async start(program: Program): Promise<MeasuredProcess> {
    const { path, args = [], nodeFlags = [], environment = process.env, ready = /^/, core } = program;
    const command = [process.execPath, ...NODE_FLAGS, ...nodeFlags, '--import', METER, path, ...args];
    const [file = '', ...rest] = core === undefined ? command : ['taskset', '-c', String(core), ...command];
    const child = spawn(file, rest, { env: environment, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
    const { stdout } = child;
    if (!stdout) throw new Error(`${path} has no output`);
    const line = new Promise<string>((resolve) => {
      createInterface({ input: stdout }).on('line', (text) => ready.test(text) && resolve(text));
    });
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`${path} ended with ${String(code)} before it was ready`);
    });
    const found = await Promise.race([line, ended]);
    ended.catch(() => undefined);
    return new MeasuredProcess(child, found);
  }

  /** The id of the process. */
  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /**
   * Sends a message to the program; resolves with this field of the first reply that has it. Rejects when the program
   * ends.
   */
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

  /** Collects the program's garbage (it needs the flag `--expose-gc`); resolves with the bytes in use after that. */
  async collect(): Promise<number> {
    return Number(await this.ask('collect', 'inUse'));
  }

  /** Stops the program and waits for its end. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill(signal);
    await ended;
  }
}
