import { useEffect, useState } from 'react';
import type { Change } from './name-place';
import { type ReplacedWords, restored } from './replaced-words';
import type { End } from './ride-draft';

interface UseReplacedWords {
  opened: boolean;
  change: Change;
  endLookup: (end: End) => void;
}

/**
 * The text of the pickup or the drop that the last chosen point has replaced; null once the text is restored or typed
 * over, or the form closes.
 */
export function useReplacedWords({ opened, change, endLookup }: UseReplacedWords) {
  const [replaced, setReplaced] = useState<ReplacedWords | null>(null);
  useEffect(() => {
    if (!opened) setReplaced(null);
  }, [opened]);
  const restore = () => {
    if (!replaced) return;
    endLookup(replaced.end);
    change(replaced.end, restored(replaced));
    setReplaced(null);
  };
  return { replaced, setReplaced, restore };
}
