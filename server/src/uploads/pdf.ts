import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { logger } from '../core/logger';
import { root } from '../root';
import type { PdfVerdict } from './pdf.worker';

/** Built from `pdf.worker.ts`: a thread needs a separate program. */
const PROGRAM = join(root, 'server', 'dist', 'pdf-worker.js');

/** Milliseconds; an ordinary document takes a third of a second, most of it for the start of the thread. */
const WITHIN_MS = 10_000;
const MEMORY = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32 };

/**
 * Reads a PDF's structure in a separate thread. A PDF that cannot be read within `withinMs` milliseconds and the memory
 * of a thread is `broken`: its content is unknown.
 */
export async function readPdf(bytes: Uint8Array, withinMs = WITHIN_MS): Promise<PdfVerdict> {
  // The flag of `npm start` is meant for the server's own thread, and would take precedence over the limit below.
  setFlagsFromString('--max-semi-space-size=0');
  const reader = new Worker(PROGRAM, {
    workerData: new Uint8Array(bytes),
    resourceLimits: MEMORY,
    // A library's output about an uploaded file does not belong in the log.
    stdout: true,
    stderr: true,
    env: {},
    argv: [],
    execArgv: [],
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<PdfVerdict>((resolve) => {
      const giveUp = (reason: unknown) => {
        logger.warn({ err: reason, size: bytes.length }, 'a PDF could not be read');
        resolve('broken');
      };
      timer = setTimeout(giveUp, withinMs, new Error(`it took longer than ${withinMs} ms`));
      reader.once('message', (verdict: PdfVerdict) => resolve(verdict));
      reader.once('error', giveUp);
      reader.once('exit', () => giveUp(new Error('its reader ended without an answer')));
    });
  } finally {
    clearTimeout(timer);
    reader.removeAllListeners('exit');
    await reader.terminate();
  }
}
