import { UPDATE_CHECK_MS } from '@boli/shared/core/constants';
import type { Workbox } from 'workbox-window';
import { create } from 'zustand';
import { afterFirstView } from './early';
import { logged } from './log';

/** Whether a newer version of the app is available on this device. */
export const useUpdate = create<{ available: boolean }>(() => ({ available: false }));

/** The part of workbox's `Workbox` that is used. */
export type Worker = Pick<Workbox, 'addEventListener' | 'register' | 'messageSkipWaiting'>;

let activateUpdate: (() => void) | null = null;

/**
 * Registers the service worker and checks for an update every minute. An update waits until Reload is pressed on one of
 * the pages; the others then only show that it is available.
 */
export async function watchForUpdates(worker: Worker, reload: () => void): Promise<void> {
  let activating = false;
  const markAvailable = () => useUpdate.setState({ available: true });
  worker.addEventListener('waiting', markAvailable);
  worker.addEventListener('controlling', ({ isUpdate }) => {
    if (activating) reload();
    else if (isUpdate) markAvailable();
  });
  const registration = await worker.register();
  activateUpdate = () => {
    // No worker waits when another page was first: the newer version is already active.
    if (activating || !registration?.waiting) return reload();
    activating = true;
    worker.messageSkipWaiting();
  };
  // A failed check is repeated in the next minute.
  setInterval(() => registration?.update().catch(logged('looking for a newer version')), UPDATE_CHECK_MS);
}

/** Activates the waiting version and reloads the page. */
export function applyUpdate(): void {
  activateUpdate?.();
}

/** Starts after the page's first view, so that caching never delays it. */
export function startUpdates(): void {
  if (!('serviceWorker' in navigator)) return;
  const start = async () => {
    await afterFirstView();
    const { Workbox } = await import('workbox-window');
    await watchForUpdates(new Workbox('/sw.js'), () => location.reload());
  };
  // Without a service worker (private window, insecure origin) the app works online only.
  const begin = () => void start().catch(logged('starting the service worker'));
  if (document.readyState === 'complete') begin();
  else window.addEventListener('load', begin, { once: true });
}
