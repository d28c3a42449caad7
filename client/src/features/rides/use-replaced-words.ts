import { useState } from 'react';
import type { Change } from './name-place';
import { type ReplacedWords, restored } from './replaced-words';
import type { End } from './ride-draft';

/** The words that the last chosen point has replaced, until they are restored or their end changes again. */
export function useReplacedWords({ change, endLookup }: { change: Change; endLookup: (end: End) => void }) {
  const [replaced, setReplaced] = useState<ReplacedWords | null>(null);
  const restore = () => {
    if (!replaced) return;
    endLookup(replaced.end);
    change(replaced.end, restored(replaced));
    setReplaced(null);
  };
  return { replaced, setReplaced, restore };
}
