import { useEffect, useState } from 'react';
import type { Change } from './name-place';
import { type ReplacedWords, restored } from './replaced-words';
import type { End } from './ride-draft';

interface UseReplacedWords {
  opened: boolean;
  change: Change;
  endLookup: (end: End) => void;
}

/** The words that the last chosen point has replaced, until they are restored, that place changes or the form closes. */
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
