import { useCallback } from 'react';
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
 * Several search parameters together: `go({ tab: 'bookings', booking: id })`. Adds a history entry unless `replace`.
 */
export function useAddress(): {
  params: URLSearchParams;
  go: (changes: Changes, options?: { replace?: boolean }) => void;
} {
  const { search, pathname, state } = useLocation();
  const navigate = useNavigate();
  const go = useCallback(
    (changes: Changes, options: { replace?: boolean } = {}) => {
      const next = changedSearch(search, changes);
      if (next !== search) void navigate({ pathname, search: next }, { replace: options.replace ?? false, state });
    },
    [search, pathname, state, navigate],
  );
  return { params: new URLSearchParams(search), go };
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
