import type { MadeCall } from './api';

/** The results of a simulation; `errors` describes everything that should not have happened. */
export interface Figures {
  counts: Record<string, number>;
  /** How long things took, in milliseconds. */
  milliseconds: Record<string, Percentiles>;
  errors: string[];
  text: string;
}

export interface Percentiles {
  p50: number;
  p95: number;
  p99: number;
  most: number;
}

const SHOWN_ERRORS = 20;
/** Whether a failed action with this status counts as an error toast. A refusal by the rules of rides is no error here. */
const isErrorToast = (status: number) => status === 0 || status === 429 || status >= 500;

/** Collects the events of a simulation and creates its report. */
export function openReport() {
  const counts = new Map<string, number>();
  const latencies = new Map<string, number[]>();
  const errors = new Map<string, number>();
  const began = performance.now();

  function count(what: string, times = 1): void {
    counts.set(what, (counts.get(what) ?? 0) + times);
  }
  function error(what: string): void {
    errors.set(what, (errors.get(what) ?? 0) + 1);
  }
  function took(what: string, milliseconds: number): void {
    const list = latencies.get(what) ?? [];
    list.push(milliseconds);
    latencies.set(what, list);
  }
  return {
    count,
    error,
    took,
    counts: (): Record<string, number> => Object.fromEntries(counts),
    /** Counts a call; a missing response and every 5xx are errors. */
    called({ name, status, milliseconds }: MadeCall): void {
      count('calls');
      took('REST call', milliseconds);
      // The app repeats a failed read without a message.
      if (isErrorToast(status) && !name.startsWith('GET ')) count('error toasts');
      if (status === 0) error(`${name}: no answer`);
      if (status >= 500) error(`${name}: answered ${status}`);
    },
    figures(): Figures {
      const lines = [...errors].map(([what, times]) => (times > 1 ? `${what} (${times} times)` : what));
      const seconds = (performance.now() - began) / 1000;
      return {
        counts: this.counts(),
        milliseconds: Object.fromEntries([...latencies].map(([what, list]) => [what, percentilesOf(list)])),
        errors: lines,
        text: textOf({ counts, latencies, errors: lines, seconds }),
      };
    },
  };
}
export type Report = ReturnType<typeof openReport>;

interface Parts {
  counts: Map<string, number>;
  latencies: Map<string, number[]>;
  errors: string[];
  seconds: number;
}

function textOf({ counts, latencies, errors, seconds }: Parts): string {
  const lines = [`Simulated for ${seconds.toFixed(0)} s`, ''];
  for (const [what, times] of counts) lines.push(`  ${what.padEnd(26)}${String(times).padStart(8)}`);
  lines.push(
    '',
    `  ${'milliseconds'.padEnd(26)}${['p50', 'p95', 'p99', 'most'].map((name) => name.padStart(8)).join('')}`,
  );
  for (const [what, list] of latencies) lines.push(`  ${what.padEnd(26)}${percentiles(list)}`);
  lines.push('', errors.length === 0 ? 'Nothing unexpected happened.' : `Unexpected (${errors.length} kinds):`);
  for (const what of errors.slice(0, SHOWN_ERRORS)) lines.push(`  - ${what}`);
  return lines.join('\n');
}

function percentilesOf(list: readonly number[]): Percentiles {
  const sorted = [...list].sort((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), most: at(1) };
}

function percentiles(list: readonly number[]): string {
  return Object.values(percentilesOf(list))
    .map((value) => value.toFixed(1).padStart(8))
    .join('');
}
