import { useState } from 'react';

/**
 * Whether `now` has been true at least once since mounting: a dialog that was opened stays mounted for its closing
 * transition.
 */
export function useHasBeenTrue(now: boolean): boolean {
  const [ever, setEver] = useState(now);
  if (now && !ever) setEver(true);
  return now || ever;
}
