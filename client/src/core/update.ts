import { UPDATE_CHECK_MS } from '@boli/shared/core/constants';
import { useEffect } from 'react';
import type { Workbox } from 'workbox-window';
import { create } from 'zustand';
import { afterFirstView } from './early';
import { logged } from './log';

interface UpdateState {
  /** Whether a newer version of the app is available on this device. */
  available: boolean;
  /** Whether Reload was pressed and the reload waits for the end of a ride, a payment or a form. */
  isPostponed: boolean;
}

export const useUpdate = create<UpdateState>(() => ({ available: false, isPostponed: false }));

/**
 * The time between checks, in ms. A postponed reload waits for two quiet checks in a row, so that it does not fall
 * into the pause between two steps of a payment, and the user can read how a ride or payment ended.
 */
const QUIET_CHECK_MS = 2_000;

/** The rides and payments that a reload must not interrupt now, one symbol for each. */
const holders = new Set<symbol>();

/** Postpones the reload of an update while `isHeld` (a ride or a payment) and the component is mounted. */
export function useHoldUpdate(isHeld: boolean): void {
  useEffect(() => {
    if (!isHeld) return;
    const own = Symbol('held');
    holders.add(own);
    return () => void holders.delete(own);
  }, [isHeld]);
}

/** The types of inputs whose content a reload may lose: choices, and searches, which are soon typed again. */
const NOT_TEXT = ['checkbox', 'radio', 'range', 'button', 'submit', 'search'];
/** The fields that the user has typed into. */
const typed = new WeakSet<Element>();

function noteTyping({ target }: Event): void {
  const isText = target instanceof HTMLTextAreaElement;
  if (isText || (target instanceof HTMLInputElement && !NOT_TEXT.includes(target.type))) typed.add(target);
}

/** Whether a reload would interrupt nothing: no ride, no payment, no typed text on the page. */
function isQuiet(): boolean {
  const fields = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')];
  return holders.size === 0 && !fields.some((field) => typed.has(field) && field.value !== '');
}

let waiting: ReturnType<typeof setInterval> | undefined;

/** Runs `work` now if the page is quiet, else at the next quiet moment. */
function whenQuiet(work: () => void): void {
  clearInterval(waiting);
  useUpdate.setState({ isPostponed: !isQuiet() });
  if (isQuiet()) {
    work();
    return;
  }
  let quietChecks = 0;
  waiting = setInterval(() => {
    quietChecks = isQuiet() ? quietChecks + 1 : 0;
    if (quietChecks < 2) return;
    clearInterval(waiting);
    useUpdate.setState({ isPostponed: false });
    work();
  }, QUIET_CHECK_MS);
}

/** The part of workbox's `Workbox` that is used. */
export type Worker = Pick<Workbox, 'addEventListener' | 'register' | 'messageSkipWaiting'>;

let activateUpdate: (() => void) | null = null;

/**
 * Registers the service worker and checks for an update every minute. An update waits until Reload is pressed on one of
 * the pages; the others then only show that it is available. The reload interrupts neither a ride nor a payment nor typed
 * text.
 */
export async function watchForUpdates(worker: Worker, reload: () => void): Promise<void> {
  let activating = false;
  const markAvailable = () => useUpdate.setState({ available: true });
  worker.addEventListener('waiting', markAvailable);
  worker.addEventListener('controlling', ({ isUpdate }) => {
    if (activating) whenQuiet(reload);
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

/** Activates the waiting version and reloads the page, at the next quiet moment. */
export function applyUpdate(): void {
  whenQuiet(() => activateUpdate?.());
}

/** Starts to watch for updates after the page's first view, so that caching does not delay that view. */
export function startUpdates(): void {
  if (!('serviceWorker' in navigator)) return;
  document.addEventListener('input', noteTyping);
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
