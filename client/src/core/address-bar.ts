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

/** The state of an entry that `go` has added names the search of the entry before it. */
function searchBefore(state: unknown): string | null {
  const before = state !== null && typeof state === 'object' && 'before' in state ? state.before : null;
  return typeof before === 'string' ? before : null;
}

/** The key of the entry that is being left by going back, which takes a moment; null at rest. */
let leaving: string | null = null;

/**
 * Several search parameters together: `go({ tab: 'bookings', booking: id })`. Adds a history entry unless `replace`. A
 * replacement by what the entry before shows goes back to that one: there are never two of the same, of which the
 * browser's Back would do nothing. `go` applies to the present address, also when an earlier render has returned it, and a
 * second replacement while the page goes back is ignored: a dialog that is closed twice leaves the page below it open.
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
