import { UPDATE_CHECK_MS } from '@boli/shared/core/constants';
import type { Workbox } from 'workbox-window';
import { create } from 'zustand';

/** Whether a newer version waits on this device. */
export const useUpdate = create<{ available: boolean }>(() => ({ available: false }));

/** The part of workbox's `Workbox` that is used. */
export type Worker = Pick<Workbox, 'addEventListener' | 'register' | 'messageSkipWaiting'>;

let takeOver: (() => void) | null = null;

/**
 * Registers the service worker and asks every minute whether there is a newer one. A newer one waits until somebody
 * presses Reload on one of the pages; the others then say that it is there and go on as they are.
 */
export async function watchForUpdates(worker: Worker, reload: () => void): Promise<void> {
  let asked = false;
  const isThere = () => useUpdate.setState({ available: true });
  worker.addEventListener('waiting', isThere);
  worker.addEventListener('controlling', ({ isUpdate }) => {
    if (asked) reload();
    else if (isUpdate) isThere();
  });
  const registration = await worker.register();
  takeOver = () => {
    // Nothing waits where another page was first: the newer version is at work already.
    if (asked || !registration?.waiting) return reload();
    asked = true;
    worker.messageSkipWaiting();
  };
  // A server that is away has nothing newer; the next minute asks again.
  setInterval(() => registration?.update().catch(() => undefined), UPDATE_CHECK_MS);
}

/** Goes over to the version that waits, and loads the page anew with it. */
export function applyUpdate(): void {
  takeOver?.();
}

/** Once the first screen is there, so that it never waits for the files of the others. */
export function startUpdates(): void {
  if (!('serviceWorker' in navigator)) return;
  const start = async () => {
    const { Workbox } = await import('workbox-window');
    await watchForUpdates(new Workbox('/sw.js'), () => location.reload());
  };
  // Without it (a private window, no secure origin) everything works as before, online.
  const begin = () => void start().catch(() => undefined);
  if (document.readyState === 'complete') begin();
  else window.addEventListener('load', begin, { once: true });
}
