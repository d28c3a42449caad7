import { settings } from '../settings';

/** Where the native shells serve their pages from. */
const SHELLS = ['capacitor://localhost', 'https://localhost'];

/** Other origins whose pages may use this server: the native shells, `PUBLIC_URL` and `CORS_ORIGINS`. */
export function isTrustedOrigin(origin: string): boolean {
  const { CORS_ORIGINS, PUBLIC_URL } = settings();
  if (SHELLS.includes(origin)) return true;
  if (PUBLIC_URL && new URL(PUBLIC_URL).origin === origin) return true;
  return CORS_ORIGINS.split(',').some((listed) => listed.trim() === origin);
}
