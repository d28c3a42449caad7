import type { GatewayName } from '@boli/shared/app/app.schema';
import { COMMISSION, type FeeRule, toPaise } from '@boli/shared/core/money';
import type { z } from 'zod';
import { OperatorError } from './core/operator-error';
import { table } from './settings.table';

type Table = typeof table;
export type SettingName = keyof Table;
export type Settings = { [N in SettingName]: z.output<Table[N]['schema']> };

/** An invalid setting, which prevents the start: the message names the variable, the fault and an example. */
export class BadSetting extends OperatorError {}

const unfit = (name: string, fault: string, example: string) =>
  new BadSetting(`The setting ${name} is not right (${fault}). An example that works: ${name}=${example}`);

/** Reads every setting from environment variables; an empty one counts as absent. Throws `BadSetting`. */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const read = Object.entries(table).map(([name, { schema, example }]) => {
    const given = environment[name]?.trim() || undefined;
    const parsed = schema.safeParse(given);
    if (parsed.success) return [name, parsed.data] as const;
    const fault = parsed.error.issues.map((issue) => issue.message).join(', ');
    throw unfit(name, fault, example);
  });
  const settings = Object.fromEntries(read) as Settings;
  if (settings.ADMIN_SIGNUP === 'code' && !settings.ADMIN_SIGNUP_CODE) {
    throw new BadSetting('ADMIN_SIGNUP=code needs ADMIN_SIGNUP_CODE, for example ADMIN_SIGNUP_CODE=a-long-random-code');
  }
  if (settings.NODE_ENV === 'production' && !settings.JWT_SECRET) {
    throw new BadSetting(
      'JWT_SECRET is required in production: at least 32 characters, for example the output of openssl rand -hex 32',
    );
  }
  if (settings.PAYMENT_GATEWAY === 'razorpay' && !hasRazorpayKeys(settings)) {
    throw new BadSetting(
      'PAYMENT_GATEWAY=razorpay needs RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET, for example RAZORPAY_KEY_ID=rzp_live_xxxxxxxxxxxxxx',
    );
  }
  if (settings.SMTP_URL) checkMail(settings);
  if (settings.REDIS_URL && !(settings.MONGODB_URI && settings.JWT_SECRET)) {
    throw new BadSetting(
      'REDIS_URL joins servers that share one database and one secret: it needs MONGODB_URI and JWT_SECRET, for example MONGODB_URI=mongodb://db.host/boli and the output of openssl rand -hex 32',
    );
  }
  if (settings.APNS_KEY && !(settings.APNS_KEY_ID && settings.APNS_TEAM_ID && settings.APNS_TOPIC)) {
    throw new BadSetting(
      'APNS_KEY needs APNS_KEY_ID, APNS_TEAM_ID and APNS_TOPIC (the id of the app), for example APNS_KEY_ID=ABC123DEFG, APNS_TEAM_ID=DEF123GHIJ and APNS_TOPIC=org.example.cabs',
    );
  }
  return settings;
}

/**
 * Throws `BadSetting` if mail lacks a sender or `PUBLIC_URL`. Links in mails use this URL and never the `Host` header of
 * a request, which the caller chooses.
 */
function checkMail({ MAIL_FROM, PUBLIC_URL }: Settings): void {
  if (!MAIL_FROM) {
    throw new BadSetting('SMTP_URL needs MAIL_FROM, for example MAIL_FROM="Boli <no-reply@boli.example.org>"');
  }
  if (!PUBLIC_URL) throw new BadSetting('SMTP_URL needs PUBLIC_URL, for example PUBLIC_URL=https://boli.example.org');
}

/** Whether this server can send mail: it then offers 'Forgot password?' and asks people to confirm their email. */
export function hasMail(settings: Settings): boolean {
  return settings.SMTP_URL !== undefined;
}

function hasRazorpayKeys({ RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET }: Settings): boolean {
  return RAZORPAY_KEY_ID !== undefined && RAZORPAY_KEY_SECRET !== undefined;
}

/**
 * The payment gateway: the configured one, else Razorpay if its keys are set, else the built-in simulated one, or `off`
 * in production.
 */
export function gatewayMode(settings: Settings): GatewayName | 'off' {
  if (settings.PAYMENT_GATEWAY) return settings.PAYMENT_GATEWAY;
  if (hasRazorpayKeys(settings)) return 'razorpay';
  return settings.NODE_ENV === 'production' ? 'off' : 'simulated';
}

/** Public services for light use, unless a setting or an installed city replaces them. */
const PUBLIC_GEOCODER = 'https://nominatim.openstreetmap.org/reverse';
const PUBLIC_TILES = 'https://tile.openstreetmap.org/{z}/{x}/{y}.png';

/** The geocoder that is used if no place search is installed: the configured one, else a public service. */
export function geocoderUrl({ GEOCODER_URL }: Settings): string {
  return GEOCODER_URL ?? PUBLIC_GEOCODER;
}

/** The source of raster tiles: the configured one, else `off` with an installed city, else a public service. */
export function tileUrl({ TILE_URL }: Settings, hasCity: boolean): string {
  return TILE_URL ?? (hasCity ? 'off' : PUBLIC_TILES);
}

/** Who may register as an admin: as configured, else nobody in production and everybody elsewhere. */
export function adminSignup({ ADMIN_SIGNUP, NODE_ENV }: Settings): 'open' | 'code' | 'closed' {
  return ADMIN_SIGNUP ?? (NODE_ENV === 'production' ? 'closed' : 'open');
}

/** Whether common passwords are refused: as configured, else in production only. */
export function refusesCommonPasswords({ PASSWORD_COMMON, NODE_ENV }: Settings): boolean {
  return PASSWORD_COMMON ? PASSWORD_COMMON === 'refuse' : NODE_ENV === 'production';
}

/** The `BadSetting` for a fault that is found only after the settings were read, such as in a file that a setting names. */
export function badSetting(name: SettingName, fault: string): BadSetting {
  return unfit(name, fault, table[name].example);
}

/** Every setting's name with its example, for tests. */
export const settingExamples: Record<string, string> = Object.fromEntries(
  Object.entries(table).map(([name, { example }]) => [name, example]),
);

let current: Settings | null = null;

/** Sets the settings of the process; called once at the start, and by tests. */
export function configure(settings: Settings): void {
  current = settings;
}

/** The settings of the process. */
export function settings(): Settings {
  if (!current) throw new Error('settings() was called before configure()');
  return current;
}

/** The fee rule for bookings that are made now; with the model `pass` the rule for drivers without a valid pass. */
export function feeRule({ PRICING_MODEL: model, PRICING_PER_RIDE }: Settings): FeeRule {
  switch (model) {
    case 'commission':
    case 'pass':
      return COMMISSION;
    case 'per_ride':
      return { model, percent: 0, per_ride_paise: toPaise(PRICING_PER_RIDE) };
    case 'zero':
      return { model, percent: 0, per_ride_paise: 0 };
  }
}

/** The prices of the passes on sale, in rupees; null unless the pricing model is `pass`. */
export function passPrices({ PRICING_MODEL, PRICING_PASS_DAY: day, PRICING_PASS_MONTH: month }: Settings) {
  return PRICING_MODEL === 'pass' ? { day, month } : null;
}
