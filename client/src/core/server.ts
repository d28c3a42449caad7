let address = '';

/** Whether the page runs in the native shell, which sets `Capacitor` before any script of the page. */
export function isShell(): boolean {
  return 'Capacitor' in window;
}

/** Sets the origin of the server, such as `https://boli.example.org`; empty for that of the page. */
export function setServer(origin: string): void {
  address = origin;
}

/** A path of the server as an address that this page can load; other addresses stay as they are. */
export function onServer(path: string): string {
  return path.startsWith('/') ? address + path : path;
}
