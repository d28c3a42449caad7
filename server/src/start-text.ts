import { resolve } from 'node:path';
import type { Settings } from './settings';
import { VERSION } from './version';

/** What `npm start` prints: the address, where the data lies, and which parts run on their default. */
export function describeStart(settings: Settings): string {
  const { HOST, PORT, DATA_DIR } = settings;
  const shown = HOST === '127.0.0.1' || HOST === '0.0.0.0' || HOST === '::' ? 'localhost' : HOST;
  const lines = [
    `Boli ${VERSION} is running at http://${shown}:${PORT}`,
    '',
    `  data       ${resolve(DATA_DIR)}`,
    settings.MONGODB_URI
      ? '  database   the one at MONGODB_URI'
      : '  database   embedded, in the data folder (MONGODB_URI uses a MongoDB instead)',
    '  payments   cash and direct UPI',
    part('addresses', settings.GEOCODER_URL, 'GEOCODER_URL'),
    part('map', settings.MAP_STYLE_URL ?? settings.TILE_URL, settings.MAP_STYLE_URL ? 'MAP_STYLE_URL' : 'TILE_URL'),
    settings.HOST === '127.0.0.1' ? '  reachable  from this machine only (HOST=0.0.0.0 opens it)' : '',
    `  API        http://${shown}:${PORT}/api/docs`,
  ];
  return `${lines.filter((line, n) => line !== '' || n === 1).join('\n')}\n`;
}

function part(name: string, setting: string, variable: string): string {
  const what = setting === 'off' ? 'off' : new URL(setting).host;
  return `  ${name.padEnd(9)}  ${what} (${variable} changes it)`;
}

/** What an operator should know before people come. */
export function startWarnings(settings: Settings): string[] {
  const warnings: string[] = [];
  if (settings.NODE_ENV !== 'production') return warnings;
  if (settings.ADMIN_SIGNUP === 'open') {
    warnings.push('Warning: everybody may register as admin. ADMIN_SIGNUP=code or closed ends that.');
  }
  if (!settings.PUBLIC_URL) warnings.push('Warning: PUBLIC_URL is not set; browsers give positions over HTTPS only.');
  return warnings;
}
