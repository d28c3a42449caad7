import { useCallback, useEffect, useRef, useState } from 'react';

/** The most rows that the server gives at once. */
export const PAGE_ROWS = 200;

/** The rows of a list that were read so far, and how many it has in all. */
export interface Paged<R> {
  rows: readonly R[];
  total: number;
}

/** How a list is read: the page after its last row so far, `skipped` rows into it. */
export interface PageSource<R> {
  read: (after: { last: R | undefined; skipped: number }) => Promise<Paged<R>>;
  keyOf: (row: R) => string;
}

/** What was read with the next page behind it; a row that moved from one page into the next stands once. */
async function extended<R>(source: PageSource<R>, held: Paged<R>): Promise<Paged<R>> {
  const next = await source.read({ last: held.rows.at(-1), skipped: held.rows.length });
  const known = new Set(held.rows.map(source.keyOf));
  const fresh = next.rows.filter((row) => !known.has(source.keyOf(row)));
  // A page that brings nothing new is the end, whatever was counted.
  return { rows: [...held.rows, ...fresh], total: fresh.length === 0 ? held.rows.length : next.total };
}

/** Reads a list page by page until `wanted` rows are there, or all. Rejects as `read` does. */
export async function readPages<R>(source: PageSource<R>, wanted: number): Promise<Paged<R>> {
  let held = await source.read({ last: undefined, skipped: 0 });
  while (held.rows.length < Math.min(wanted, held.total)) held = await extended(source, held);
  return held;
}

export interface Pages<R> {
  /** Null until the first answer. */
  value: Paged<R> | null;
  failed: boolean;
  retry: () => void;
  /** Reads the next page. Rejects as `read` does. */
  more: () => Promise<void>;
}

/** A list read in pages while shown: the first at once, the others when asked for. */
export function usePages<R>(source: PageSource<R>): Pages<R> {
  const [value, setValue] = useState<Paged<R> | null>(null);
  const [failed, setFailed] = useState(false);
  const held = useRef(source);
  const isShown = useRef(false);
  useEffect(() => {
    held.current = source;
  });
  const start = useCallback(() => {
    setFailed(false);
    readPages(held.current, 1).then(
      (read) => isShown.current && setValue(read),
      () => isShown.current && setFailed(true),
    );
  }, []);
  useEffect(() => {
    isShown.current = true;
    start();
    return () => {
      isShown.current = false;
    };
  }, [start]);
  const more = async () => {
    if (value) setValue(await extended(source, value));
  };
  return { value, failed, retry: start, more };
}
