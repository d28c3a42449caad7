import { useCallback, useEffect, useRef, useState } from 'react';

/** The maximum page size of the server. */
export const PAGE_ROWS = 200;

/** How many notifications one request reads. */
export const INBOX_ROWS = 50;

/** The rows of a list that were read so far, and the number of all its rows on the server. */
export interface Paged<R> {
  rows: readonly R[];
  total: number;
}

/** Reads a list: the page after the row `last`, at offset `skipped`. */
export interface PageSource<R> {
  read: (after: { last: R | undefined; skipped: number }) => Promise<Paged<R>>;
  keyOf: (row: R) => string;
}

/** Appends the next page, without rows that moved from one page into the next. */
async function withNextPage<R>(source: PageSource<R>, held: Paged<R>): Promise<Paged<R>> {
  const next = await source.read({ last: held.rows.at(-1), skipped: held.rows.length });
  const known = new Set(held.rows.map(source.keyOf));
  const fresh = next.rows.filter((row) => !known.has(source.keyOf(row)));
  // A page without new rows is the end, whatever the total is.
  return { rows: [...held.rows, ...fresh], total: fresh.length === 0 ? held.rows.length : next.total };
}

/** Reads a list page by page up to `wanted` rows. Rejects as `read` does. */
export async function readPages<R>(source: PageSource<R>, wanted: number): Promise<Paged<R>> {
  let held = await source.read({ last: undefined, skipped: 0 });
  while (held.rows.length < Math.min(wanted, held.total)) held = await withNextPage(source, held);
  return held;
}

export interface Pages<R> {
  /** Null until the first response. */
  value: Paged<R> | null;
  failed: boolean;
  retry: () => void;
  /** Reads the next page. Rejects as `read` does. */
  more: () => Promise<void>;
}

/** A list read in pages while mounted: the first page immediately, the next ones by `more`. */
export function usePages<R>(source: PageSource<R>): Pages<R> {
  const [value, setValue] = useState<Paged<R> | null>(null);
  const [failed, setFailed] = useState(false);
  const latest = useRef(source);
  const isShown = useRef(false);
  useEffect(() => {
    latest.current = source;
  });
  const start = useCallback(() => {
    setFailed(false);
    readPages(latest.current, 1).then(
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
    if (value) setValue(await withNextPage(source, value));
  };
  return { value, failed, retry: start, more };
}
