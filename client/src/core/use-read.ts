import { useEffect, useRef, useState } from 'react';

export interface Read<T> {
  /** The result for the current key; null until it arrives. */
  value: T | null;
  failed: boolean;
  retry: () => void;
}

/** Reads on mount, for each new key, and when `retry` is called. A result for an old key is dropped. */
export function useRead<T>(key: string, read: (signal: AbortSignal) => Promise<T>): Read<T> {
  const [answer, setAnswer] = useState<{ key: string; value: T } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(read);
  useEffect(() => {
    latest.current = read;
  });
  const requestKey = `${key}#${attempt}`;
  useEffect(() => {
    const controller = new AbortController();
    latest.current(controller.signal).then(
      (value) => !controller.signal.aborted && setAnswer({ key: requestKey, value }),
      () => !controller.signal.aborted && setFailure(requestKey),
    );
    return () => controller.abort();
  }, [requestKey]);
  const isCurrent = answer?.key === requestKey;
  return {
    value: isCurrent ? answer.value : null,
    failed: failure === requestKey && !isCurrent,
    retry: () => setAttempt(attempt + 1),
  };
}
