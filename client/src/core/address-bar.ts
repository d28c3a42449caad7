import { useCallback, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

type Changes = Record<string, string | null>;

/** The query string with the changes applied; null removes a parameter. */
export function changedSearch(search: string, changes: Changes): string {
  const params = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) params.delete(name);
    else params.set(name, value);
  }
  const text = params.toString();
  return text ? `?${text}` : '';
}

/**
 * The query string of the previous history entry, which `go` stores in the state of each entry that it adds; null if
 * the state has none.
 */
function searchBefore(state: unknown): string | null {
  const before = state !== null && typeof state === 'object' && 'before' in state ? state.before : null;
  return typeof before === 'string' ? before : null;
}

/** The key of the history entry from which the page is going back, which takes a moment; null otherwise. */
let leaving: string | null = null;

/**
 * The search parameters, and `go`, which changes several together: `go({ tab: 'bookings', booking: id })`. `go` adds a
 * history entry unless `replace` is set. A replacement that would equal the previous entry goes back to that entry
 * instead, because between two equal entries the browser's Back would seem to do nothing. A `go` of an earlier render
 * also applies to the present URL. While the page goes back, further replacements are ignored, so that closing a dialog
 * twice does not close the page below it.
 */
export function useAddress(): {
  params: URLSearchParams;
  go: (changes: Changes, options?: { replace?: boolean }) => void;
} {
  const location = useLocation();
  const navigate = useNavigate();
  const latest = useRef(location);
  useLayoutEffect(() => {
    latest.current = location;
    if (leaving !== location.key) leaving = null;
  }, [location]);
  const go = useCallback(
    (changes: Changes, options: { replace?: boolean } = {}) => {
      const { search, pathname, state, key } = latest.current;
      const next = changedSearch(search, changes);
      if (next === search || (options.replace && leaving === key)) return;
      if (!options.replace) void navigate({ pathname, search: next }, { state: { ...Object(state), before: search } });
      else if (next === searchBefore(state)) {
        leaving = key;
        void navigate(-1);
      } else void navigate({ pathname, search: next }, { replace: true, state });
    },
    [navigate],
  );
  return { params: new URLSearchParams(location.search), go };
}

/** One search parameter and its setter, kept in the URL for reload, Back and shared links. */
export function useParam(
  name: string,
): [value: string | null, set: (value: string | null, options?: { replace?: boolean }) => void] {
  const { params, go } = useAddress();
  const set = useCallback(
    (value: string | null, options?: { replace?: boolean }) => go({ [name]: value }, options),
    [go, name],
  );
  return [params.get(name), set];
}
