import { clearAllDrafts } from '../draft';

const KEY = 'server';

/** The server that the shell was built for (`BOLI_SERVER`); null if the person chooses one. */
export function builtInServer(): string | null {
  return document.querySelector<HTMLMetaElement>('meta[name=boli-server]')?.content ?? null;
}

/** The origin of the built-in server, else of the chosen one; empty while none is chosen. */
export function serverAddress(): string {
  return builtInServer() ?? localStorage.getItem(KEY) ?? '';
}

/**
 * Stores the server that the shell uses; null removes that choice, and the drafts that were written for the server.
 * Takes effect with the next load of the page.
 */
export function chooseServer(origin: string | null): void {
  if (origin === null) {
    localStorage.removeItem(KEY);
    clearAllDrafts();
  } else localStorage.setItem(KEY, origin);
}
