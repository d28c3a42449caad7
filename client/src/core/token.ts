const KEY = 'token';

/** The bearer token of this browser, or null. Local storage may be forbidden: then the session lasts as long as the page. */
let held: string | null = read();

function read(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** The token as it is now; null for nobody. */
export function readToken(): string | null {
  return held;
}

/** Keeps a token, or forgets it (null). */
export function writeToken(token: string | null): void {
  held = token;
  try {
    if (token === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, token);
  } catch {
    // Kept in memory alone.
  }
}

/** Calls back when another tab of this browser signs in or out. */
export function onForeignToken(heard: (token: string | null) => void): void {
  window.addEventListener('storage', (event) => {
    if (event.key !== KEY && event.key !== null) return;
    held = read();
    heard(held);
  });
}
