import { useState } from 'react';

/** The last value that was neither null nor undefined: a closing dialog keeps showing it. */
export function useLast<T>(value: T): T {
  const [last, setLast] = useState(value);
  const isThere = value !== null && value !== undefined;
  if (isThere && value !== last) setLast(value);
  return isThere ? value : last;
}
