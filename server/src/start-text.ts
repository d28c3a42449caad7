import { resolve } from 'node:path';
import { readJurisdiction } from './jurisdictions/jurisdiction';
import { adminSignup, gatewayMode, geocoderUrl, type Settings, tileUrl } from './settings';
import { VERSION } from './version';

/** The text that `npm start` prints: the address, the data folder, and how the other parts are set up. */
export function describeStart(settings: Settings, city: string | null = null): string {
  const { HOST, PORT, DATA_DIR } = settings;
  const shown = HOST === '127.0.0.1' || HOST === '0.0.0.0' || HOST === '::' ? 'localhost' : HOST;
  const lines = [
    `Boli ${VERSION} is running at http://${shown}:${PORT}`,
    '',
    `  data       ${resolve(DATA_DIR)}`,
    settings.MONGODB_URI
      ? '  database   the one at MONGODB_URI'
      : '  database   embedded, in the data folder, for this user alone (MONGODB_URI uses a MongoDB instead)',
    settings.WORKERS > 1 ? `  processes  ${settings.WORKERS} workers (WORKERS changes it)` : '',
    settings.REDIS_URL ? part('nodes', settings.REDIS_URL, 'REDIS_URL') : '',
    payments(settings),
    city === null ? '' : `  city       ${city}, with its own map and place search (npm run city -- --list)`,
    city !== null && !settings.GEOCODER_URL ? '' : part('addresses', geocoderUrl(settings), 'GEOCODER_URL'),
    city === null ? mapPart(settings) : '',
    adminSignup(settings) === 'closed'
      ? '  admins     are created by: npm run admin -- create (ADMIN_SIGNUP opens registration)'
      : '',
    tariff(settings),
    law(settings),
    part('mail', settings.SMTP_URL ?? 'off', 'SMTP_URL'),
    settings.HOST === '127.0.0.1' ? '  reachable  from this machine only (HOST=0.0.0.0 opens it)' : '',
    `  API        http://${shown}:${PORT}/api/docs`,
  ];
  return `${lines.filter((line, n) => line !== '' || n === 1).join('\n')}\n`;
}

function mapPart(settings: Settings): string {
  if (settings.MAP_STYLE_URL) return part('map', settings.MAP_STYLE_URL, 'MAP_STYLE_URL');
  return part('map', tileUrl(settings, false), 'TILE_URL');
}

function payments(settings: Settings): string {
  const texts = {
    razorpay: 'cash, direct UPI and Razorpay (RAZORPAY_KEY_ID)',
    simulated: 'cash, direct UPI and a simulated gateway where no money moves (RAZORPAY_KEY_ID and _SECRET replace it)',
    off: 'cash and direct UPI (PAYMENT_GATEWAY changes it)',
  };
  return `  payments   ${texts[gatewayMode(settings)]}`;
}

function tariff({ TARIFF }: Settings): string {
  return TARIFF === 'off'
    ? ''
    : `  fares      usual prices by the tariff ${TARIFF}, which you have to check (TARIFF changes it)`;
}

function law({ JURISDICTION }: Settings): string {
  return JURISDICTION === 'none'
    ? ''
    : `  law        the rules of ${JURISDICTION}, which you have to check (JURISDICTION changes it)`;
}

function part(name: string, setting: string, variable: string): string {
  const what = setting === 'off' ? 'off' : new URL(setting).host;
  return `  ${name.padEnd(9)}  ${what} (${variable} changes it)`;
}

/** Warnings to the operator about settings that contradict each other, or that are unfit for production. */
export function startWarnings(settings: Settings): string[] {
  const warnings = [...lawWarnings(settings), ...paymentWarnings(settings)];
  if (settings.NODE_ENV !== 'production') return warnings;
  if (adminSignup(settings) === 'open') {
    warnings.push('Warning: everybody may register as admin. ADMIN_SIGNUP=code or closed ends that.');
  }
  if (!settings.PUBLIC_URL) warnings.push('Warning: PUBLIC_URL is not set; browsers give positions over HTTPS only.');
  return warnings;
}

/** A fare band is a range of multiples of the usual price: without a tariff the server cannot apply it. */
function lawWarnings({ TARIFF, JURISDICTION }: Settings): string[] {
  if (TARIFF !== 'off' || !readJurisdiction(JURISDICTION).fare_band) return [];
  return [
    `Warning: the fare band of ${JURISDICTION} is not applied, because TARIFF=off leaves no usual price to compare with.`,
  ];
}

function paymentWarnings(settings: Settings): string[] {
  const mode = gatewayMode(settings);
  const { RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET, RAZORPAY_WEBHOOK_SECRET } = settings;
  const warnings: string[] = [];
  if (mode !== 'razorpay' && Boolean(RAZORPAY_KEY_ID) !== Boolean(RAZORPAY_KEY_SECRET)) {
    warnings.push('Warning: of RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET only one is set; Razorpay is not used.');
  }
  if (mode === 'razorpay' && !RAZORPAY_WEBHOOK_SECRET) {
    warnings.push(
      'Warning: RAZORPAY_WEBHOOK_SECRET is not set; a payment is found late if the customer closes the page too early.',
    );
  }
  if (settings.NODE_ENV !== 'production') return warnings;
  if (mode === 'off' && !settings.PAYMENT_GATEWAY) {
    warnings.push('Warning: online payment is off, because RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET are not set.');
  }
  if (mode === 'simulated') warnings.push('Warning: the payment gateway is simulated; no money moves.');
  return warnings;
}
