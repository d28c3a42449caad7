let address = '';

/** Whether the page runs in the native shell, which sets `Capacitor` before any script of the page. */
export function isShell(): boolean {
  return 'Capacitor' in window;
}

/** Sets the origin of the server, such as `https://boli.example.org`; empty for the page's own origin. */
export function setServer(origin: string): void {
  address = origin;
}

/** A path of the server as a URL that this page can load; other URLs stay as they are. */
export function onServer(path: string): string {
  return path.startsWith('/') ? address + path : path;
}
