const KEY = 'token';

/**
 * The bearer token of this browser, or null. When local storage is forbidden, the session lasts until the page is
 * closed.
 */
let current: string | null = read();

function read(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** The current token; null when signed out. */
export function readToken(): string | null {
  return current;
}

/** Stores a token, or removes it (null). */
export function writeToken(token: string | null): void {
  current = token;
  try {
    if (token === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, token);
  } catch {
    // Kept in memory only.
  }
}

/** Calls `listener` when another tab of this browser signs in or out. */
export function onTokenFromOtherTab(listener: (token: string | null) => void): void {
  window.addEventListener('storage', (event) => {
    if (event.key !== KEY && event.key !== null) return;
    current = read();
    listener(current);
  });
}
