const KEY = 'server';

/** Whether the page runs in the native shell, which sets `Capacitor` before any script of the page. */
export function isShell(): boolean {
  return 'Capacitor' in window;
}

/** The server that the shell was built for (`BOLI_SERVER`); null where the person chooses one. */
export function builtInServer(): string | null {
  return document.querySelector<HTMLMetaElement>('meta[name=boli-server]')?.content ?? null;
}

/**
 * The origin of the server for calls, socket, files and map, such as `https://boli.example.org`. Empty in a browser,
 * where it is the origin of the page, and in a shell whose server has not been chosen.
 */
export function serverAddress(): string {
  return isShell() ? (builtInServer() ?? localStorage.getItem(KEY) ?? '') : '';
}

/** Stores the server that the shell talks to; null forgets it. Takes effect with the next load of the page. */
export function chooseServer(address: string | null): void {
  if (address === null) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, address);
}

/** A path of the server as an address that this page can load; other addresses stay as they are. */
export function onServer(address: string): string {
  return address.startsWith('/') ? serverAddress() + address : address;
}
