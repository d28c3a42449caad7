import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** A part of the drill failed; the message is a sentence for the operator. */
export class DrillFailed extends Error {}

/**
 * The environment of a program of the drill: these settings, PATH and HOME, and no other variable. So a restored copy
 * never reaches people, a payment gateway or the installation's own services.
 * @param {Record<string, string>} settings
 */
function environment(settings) {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH, HOME, ...settings };
}

/**
 * Runs one of the product's commands to its end.
 * @param {string} script its path from the root
 * @param {readonly string[]} args
 * @param {{ settings: Record<string, string>, cwd: string, input?: string }} how the settings, a working
 * folder without a `.env`, and the text of standard input
 * @returns {Promise<{ code: number | null, output: string }>} what it printed
 */
export function run(script, args, { settings, cwd, input = '' }) {
  const child = spawn(process.execPath, [join(root, script), ...args], { cwd, env: environment(settings) });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  child.stdin.on('error', () => undefined).end(input);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}

/**
 * Like `run`; throws `DrillFailed` with what the command printed if it fails.
 * @param {string} what the part of the drill, as the error message names it
 * @param {Parameters<typeof run>} call
 */
export async function mustRun(what, ...call) {
  const { code, output } = await run(...call);
  if (code !== 0) throw new DrillFailed(`${what} failed: ${output.trim()}`);
  return output;
}

const READY_WITHIN_MS = 120_000;
const CHECK_EVERY_MS = 100;

/**
 * Starts the built server and waits until it is ready. Throws `DrillFailed` with the server's output if the server ends
 * before that, or is not ready within two minutes.
 * @param {Record<string, string>} settings with PORT
 * @param {string} cwd a folder without a `.env`
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function startServer(settings, cwd) {
  const child = spawn(process.execPath, [join(root, 'server', 'dist', 'index.js')], {
    cwd,
    env: environment(settings),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const exit = new Promise((resolve) => child.once('exit', resolve));
  const url = `http://127.0.0.1:${settings.PORT}`;
  const until = performance.now() + READY_WITHIN_MS;
  while (!(await answers(`${url}/health/ready`))) {
    if (child.exitCode === null && child.signalCode === null && performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, CHECK_EVERY_MS));
      continue;
    }
    child.kill('SIGKILL');
    throw new DrillFailed(`The server did not start on the restored data: ${output.trim()}`);
  }
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      await exit;
    },
  };
}

/** @param {string} url */
function answers(url) {
  return fetch(url).then(
    (answer) => answer.ok,
    () => false,
  );
}
