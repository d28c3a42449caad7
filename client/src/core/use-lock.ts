import { useEffect, useState } from 'react';

/** How long a button ignores presses after it appeared or changed its meaning, in milliseconds. */
export const LOCK_MS = 1_200;

/**
 * Whether a button is still locked: true for 1.2 s after it was mounted and after each change of `meaning` (the effect
 * of a press). So the second of two quick taps on one spot never presses a button that the first tap has brought there.
 */
export function useLock(meaning: string): boolean {
  const [unlocked, setUnlocked] = useState<string | null>(null);
  useEffect(() => {
    const timer = window.setTimeout(() => setUnlocked(meaning), LOCK_MS);
    return () => {
      window.clearTimeout(timer);
      setUnlocked(null);
    };
  }, [meaning]);
  return unlocked !== meaning;
}
