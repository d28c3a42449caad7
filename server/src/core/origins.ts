import { settings } from '../settings';

/** The origins of pages in the native shells. */
const SHELLS = ['capacitor://localhost', 'https://localhost'];

/**
 * Whether pages of this origin may call the server: true for the origins of the native shells, `PUBLIC_URL` and
 * `CORS_ORIGINS`.
 */
export function isTrustedOrigin(origin: string): boolean {
  const { CORS_ORIGINS, PUBLIC_URL } = settings();
  if (SHELLS.includes(origin)) return true;
  if (PUBLIC_URL && new URL(PUBLIC_URL).origin === origin) return true;
  return CORS_ORIGINS.split(',').some((listed) => listed.trim() === origin);
}
