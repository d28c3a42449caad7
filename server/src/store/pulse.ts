import { databaseAnswers } from './connect';
import { noteAnswer, noteInterruption } from './interruptions';

const EVERY_MS = 500;
const SILENT_AFTER_MS = 2_000;

let silent = false;

/**
 * Whether the database has been silent for 2 seconds. The driver itself notices a stopped database only after about 12:
 * it asks every 10 seconds, and has no limit for a single operation.
 */
export function isDatabaseSilent(): boolean {
  return silent;
}

/** Begins to ask the database twice a second whether it is there; gives back what ends that. */
export function startPulse(answers: () => Promise<boolean> = databaseAnswers): () => Promise<void> {
  let stopped = false;
  let pause: NodeJS.Timeout | undefined;
  const beat = async () => {
    let waiting = true;
    // An answer that waits behind a busy event loop is read before the silence is judged.
    const silence = setTimeout(() => setImmediate(() => setSilent(waiting && !stopped)), SILENT_AFTER_MS);
    const answered = await answers();
    waiting = false;
    clearTimeout(silence);
    if (stopped) return;
    setSilent(!answered);
    if (answered) noteAnswer();
    pause = setTimeout(beat, EVERY_MS);
  };
  void beat();
  return async () => {
    stopped = true;
    clearTimeout(pause);
    setSilent(false);
  };
}

/** A database that stops and goes on without a single error is noticed by its silence alone. */
function setSilent(value: boolean): void {
  silent = value;
  if (value) noteInterruption('silence');
}
