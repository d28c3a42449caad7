import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Prompts for a line at the terminal; a hidden line is not shown while it is typed. */
export async function askLine(question: string, { hidden = false } = {}): Promise<string> {
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: hidden ? silent : process.stderr, terminal: true });
  try {
    return (await lines.question('')).trim();
  } finally {
    lines.close();
    if (hidden) process.stderr.write('\n');
  }
}

/** Reads the first line of standard input, from a pipe or a file; empty when there is none. */
export async function readFirstLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line;
  return '';
}
