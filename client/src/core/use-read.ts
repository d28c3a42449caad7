import { useEffect, useRef, useState } from 'react';

export interface Read<T> {
  /** The answer for the present key; null until it has come. */
  value: T | null;
  failed: boolean;
  retry: () => void;
}

/** Reads something once when shown, and anew for another key. A late answer for an old key is dropped. */
export function useRead<T>(key: string, read: (signal: AbortSignal) => Promise<T>): Read<T> {
  const [answer, setAnswer] = useState<{ key: string; value: T } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const held = useRef(read);
  useEffect(() => {
    held.current = read;
  });
  const asked = `${key}#${attempt}`;
  useEffect(() => {
    const leaving = new AbortController();
    held.current(leaving.signal).then(
      (value) => !leaving.signal.aborted && setAnswer({ key: asked, value }),
      () => !leaving.signal.aborted && setFailure(asked),
    );
    return () => leaving.abort();
  }, [asked]);
  const isHere = answer?.key === asked;
  return {
    value: isHere ? answer.value : null,
    failed: failure === asked && !isHere,
    retry: () => setAttempt(attempt + 1),
  };
}
