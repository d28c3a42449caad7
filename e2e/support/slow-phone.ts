import type { Page } from '@playwright/test';

/** The bandwidth of a slow phone, in kilobits a second. */
export const KILOBITS = 1_600;
/** How many times slower than a common computer the processor of a slow phone is. */
const PHONE_SLOWNESS = 4;
/** How long one repetition in `timeWork` takes on a common computer without other work, in milliseconds. */
const COMMON_WORK_MS = 12.5;

/**
 * How many times slower than a common computer this machine is; measured once in a process, so that all its pages are
 * equally slow.
 */
let machineSlowness: Promise<number> | undefined;

/**
 * Makes a page as slow as on a cheap phone: a quarter of the speed of a common processor, `kilobits` a second, 150 ms
 * delay. A machine that is up to four times slower than a common one throttles the page less, so that a limit in
 * milliseconds means the same on it; one that is faster does not throttle it more.
 */
export async function slowDown(page: Page, kilobits: number): Promise<void> {
  const client = await page.context().newCDPSession(page);
  machineSlowness ??= timeWork(page).then((ms) => Math.max(1, ms / COMMON_WORK_MS));
  await client.send('Emulation.setCPUThrottlingRate', { rate: Math.max(1, PHONE_SLOWNESS / (await machineSlowness)) });
  const bytes = (kilobits * 1_000) / 8;
  await client.send('Network.enable');
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: bytes,
    uploadThroughput: bytes,
  });
}

/**
 * The median time (ms) that this page takes for a fixed piece of work, which creates and reads many objects. Other work
 * on the machine during a few of the 41 repetitions does not change it.
 */
const timeWork = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const times = Array.from({ length: 41 }, () => {
      const from = performance.now();
      const rows = Array.from({ length: 30_000 }, (_, n) => ({ id: `row ${n}`, at: n, tags: [n % 7, n % 11] }));
      JSON.parse(JSON.stringify(rows));
      return performance.now() - from;
    });
    return times.toSorted((a, b) => a - b)[20] ?? Number.NaN;
  });
