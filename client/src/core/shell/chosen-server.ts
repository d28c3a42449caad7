import { clearAllDrafts } from '../draft';

const KEY = 'server';

/** The server that the shell was built for (`BOLI_SERVER`); null where the person chooses one. */
export function builtInServer(): string | null {
  return document.querySelector<HTMLMetaElement>('meta[name=boli-server]')?.content ?? null;
}

/** The origin of the server that is built in, else of the chosen one; empty before that. */
export function serverAddress(): string {
  return builtInServer() ?? localStorage.getItem(KEY) ?? '';
}

/**
 * Stores the server that the shell talks to; null forgets it, and the drafts that were written for it. Takes effect with
 * the next load of the page.
 */
export function chooseServer(origin: string | null): void {
  if (origin === null) {
    localStorage.removeItem(KEY);
    clearAllDrafts();
  } else localStorage.setItem(KEY, origin);
}
