import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, chromium } from '@playwright/test';
import { chromiumArgs, findChromium } from '../../scripts/chromium.mjs';
import type { Effort, Figure, Row } from '../figure';
import { spreadOf } from '../statistics';
import { startTownProgram } from '../town-program';

const TOWN = new URL('../p11/town.ts', import.meta.url);
/** The minimum duration in milliseconds of a long task, by the browser's definition. */
const LONG_MS = 50;
/** After this many updates the board has drawn everything once, and its code is warm. */
const UPDATES_BEFORE = 6;
const SECONDS_FOR_EACH = 20;

interface Town {
  url: string;
  token: string;
  drivers: number;
  stop(): Promise<void>;
}

async function startTown(drivers: number): Promise<Town> {
  const { ready, stop } = await startTownProgram<Pick<Town, 'url' | 'token'>>(TOWN, { DRIVERS: String(drivers) });
  return { ...ready, drivers, stop };
}

/**
 * The work of a page's main thread during the measurement, in milliseconds of processor time unless stated otherwise.
 */
interface Cost {
  longest: number;
  longestByClock: number;
  /** The time of all tasks per second. */
  busy: number;
  /** Updates of the board per second. */
  updates: number;
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Microseconds of wall-clock time (`dur`) and of processor time (`tdur`). */
  dur?: number;
  tdur?: number;
  args: { name?: string };
}

const milliseconds = (micros: number | undefined) => (micros ?? 0) / 1_000;

/** The tasks of the page's main thread in a trace: of all renderers' main threads, the page's has the most tasks. */
function tasksOf(trace: Buffer): TraceEvent[] {
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(trace.toString());
  const mains = traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const tasks = mains.map(({ pid, tid }) =>
    traceEvents.filter((event) => event.pid === pid && event.tid === tid && event.name.endsWith('RunTask')),
  );
  return tasks.sort((a, b) => b.length - a.length)[0] ?? [];
}

async function silence(milliseconds: number): Promise<never> {
  await delay(milliseconds, undefined, { ref: false });
  throw new Error('the board receives no updates');
}

async function lookAtBoard(browser: Browser, { url, token, drivers }: Town, seconds: number): Promise<Cost> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 800 } });
  await context.addInitScript({ content: `localStorage.setItem('token', ${JSON.stringify(token)})` });
  const page = await context.newPage();
  let updates = 0;
  const settled = new Promise<void>((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (!String(payload).startsWith('42["live:updated"')) return;
        updates += 1;
        if (updates === UPDATES_BEFORE) resolve();
      }),
    );
  });
  await page.goto('/?tab=live');
  await page.waitForSelector('[data-map-ready]', { timeout: 60_000 });
  // Waits until the base map is drawn: nothing moves in an empty town, so there is no other event to wait for.
  await page.waitForLoadState('networkidle');
  if (drivers > 0) await Promise.race([settled, silence(60_000)]);
  const before = updates;
  await browser.startTracing(page, { categories: ['toplevel'] });
  // A fixed duration, because it is the duration of the measurement.
  await page.waitForTimeout(seconds * 1_000);
  const tasks = tasksOf(await browser.stopTracing());
  const received = updates - before;
  await context.close();
  return {
    longest: Math.max(0, ...tasks.map(({ tdur }) => milliseconds(tdur))),
    longestByClock: Math.max(0, ...tasks.map(({ dur }) => milliseconds(dur))),
    busy: tasks.reduce((sum, { tdur }) => sum + milliseconds(tdur), 0) / seconds,
    updates: received / seconds,
  };
}

async function measure({ rounds }: Effort, report: (line: string) => void): Promise<Row[]> {
  const { executablePath, env } = await findChromium();
  const browser = await chromium.launch({ executablePath, args: chromiumArgs, env: { ...process.env, ...env } });
  const [full, empty] = [await startTown(1_000), await startTown(0)];
  try {
    const pairs: { full: Cost; empty: Cost }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const pair = {
        full: await lookAtBoard(browser, full, SECONDS_FOR_EACH),
        empty: await lookAtBoard(browser, empty, SECONDS_FOR_EACH),
      };
      report(`1,000 drivers ${JSON.stringify(pair.full)}, none ${JSON.stringify(pair.empty)}`);
      pairs.push(pair);
    }
    const most = (of: (cost: Cost) => number) => Math.max(...pairs.map((pair) => of(pair.full))).toFixed(1);
    return [
      {
        name: `longest task (CPU) against ${LONG_MS} ms`,
        ratio: spreadOf(pairs.map((pair) => pair.full.longest / LONG_MS)),
        goal: 1,
        shown: {
          'longest ms': most((cost) => cost.longest),
          'by the clock': most((cost) => cost.longestByClock),
          'updates/s': most((cost) => cost.updates),
        },
      },
      {
        name: 'main-thread time',
        ratio: spreadOf(pairs.map((pair) => pair.full.busy / pair.empty.busy)),
        shown: { 'busy ms/s': most((cost) => cost.busy) },
      },
    ];
  } finally {
    await browser.close();
    await Promise.all([full.stop(), empty.stop()]);
  }
}

/** Measures the live board with 1,000 drivers that move once a second, in a real browser. */
export const p11: Figure = {
  name: 'p11',
  title: 'Live board with 1,000 moving drivers',
  baseline: 'the same board of an empty town (for the longest task: 50 ms)',
  measure,
};
