import type { IncomingMessage } from 'node:http';
import { settings } from '../settings';

/** Where the native shells serve their pages from. */
const SHELLS = ['capacitor://localhost', 'https://localhost'];

/**
 * Whether a page of this origin may open a socket (browsers do not protect websockets by themselves): our own host, the
 * operator's `PUBLIC_URL` and `CORS_ORIGINS`, the native shells, and programs, which send none.
 */
export function isAllowedOrigin(request: Pick<IncomingMessage, 'headers'>): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  if (SHELLS.includes(origin) || ownOrigins().includes(origin)) return true;
  return host !== undefined && URL.canParse(origin) && new URL(origin).host === host;
}

function ownOrigins(): string[] {
  const { CORS_ORIGINS, PUBLIC_URL } = settings();
  const listed = CORS_ORIGINS.split(',').map((origin) => origin.trim());
  return [...listed, PUBLIC_URL ? new URL(PUBLIC_URL).origin : ''].filter((origin) => origin !== '');
}
