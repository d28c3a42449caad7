import { useState } from 'react';

/** Whether `now` has been true since mounting: a dialog that was once opened stays mounted, so that it can close in its own time. */
export function useEver(now: boolean): boolean {
  const [ever, setEver] = useState(now);
  if (now && !ever) setEver(true);
  return now || ever;
}
