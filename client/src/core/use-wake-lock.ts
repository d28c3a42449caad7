import { useEffect } from 'react';

/** Whether this browser can keep the screen on; an app on an iPhone's home screen can do so only from iOS 18.4 on. */
export const canKeepAwake = (): boolean => 'wakeLock' in navigator;

/** Keeps the screen on until the returned function is called. */
function keepAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let isEnded = false;
  let isAsking = false;
  const release = () => void lock?.release().catch(() => undefined);
  const ask = async () => {
    if (isAsking || isEnded || document.visibilityState !== 'visible' || (lock && !lock.released)) return;
    isAsking = true;
    // The browser refuses the lock when the battery is low, and on an iPhone without a tap just before.
    lock = await navigator.wakeLock.request('screen').catch(() => null);
    isAsking = false;
    if (isEnded) release();
  };
  const events = ['visibilitychange', 'pointerup'] as const;
  void ask();
  for (const name of events) document.addEventListener(name, ask);
  return () => {
    isEnded = true;
    for (const name of events) document.removeEventListener(name, ask);
    release();
  };
}

/**
 * Keeps the screen on while `active` and mounted. The browser releases the lock whenever the page is hidden: it is
 * requested again when the page is visible again, or at the next tap. Does nothing in browsers without wake locks.
 */
export function useWakeLock(active: boolean): void {
  useEffect(() => (active && canKeepAwake() ? keepAwake() : undefined), [active]);
}
