import { useEffect, useRef, useState } from 'react';

/** How long a quote counts as new. */
const NEW_MS = 6_000;

/** The ids that were added after the first load, for six seconds each. */
export function useNewIds(ids: readonly string[], ready: boolean): { fresh: ReadonlySet<string>; clear: () => void } {
  const seen = useRef<Set<string> | null>(null);
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const list = ids.join(' ');

  useEffect(() => {
    if (!ready) return;
    const now = list ? list.split(' ') : [];
    const before = seen.current;
    seen.current = new Set([...(before ?? []), ...now]);
    const arrived = before ? now.filter((id) => !before.has(id)) : [];
    if (arrived.length > 0) setFresh((held) => new Set([...held, ...arrived]));
  }, [list, ready]);

  useEffect(() => {
    if (fresh.size === 0) return;
    const timer = setTimeout(() => setFresh(new Set()), NEW_MS);
    return () => clearTimeout(timer);
  }, [fresh]);

  return { fresh, clear: () => setFresh(new Set()) };
}
