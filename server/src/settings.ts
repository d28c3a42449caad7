import { type GatewayName, gatewayNames } from '@boli/shared/app/app.schema';
import { z } from 'zod';

const flag = z.stringbool();
const whole = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
const url = z.url();
const redisUrl = url.regex(/^rediss?:\/\/[^/]/);
const urlOrOff = z.union([z.literal('off'), url]);
/** An identifier that Apple gives out: ten letters and digits. */
const appleId = z.string().regex(/^[A-Z0-9]{10}$/);
/** `name@host`, or `Name <name@host>` without characters that would need quoting; one line. */
const mailbox = z.string().regex(/^(?:[^<>"@,;:\\\p{Cc}]*<[^<>\s@,]+@[^<>\s@,]+>|[^<>\s@,]+@[^<>\s@,]+)$/u);

/** The settings: each with the schema of its text, and an example for the message about an invalid value. */
const table = {
  NODE_ENV: { schema: z.enum(['', 'development', 'test', 'production']).default(''), example: 'production' },
  PORT: { schema: whole(0, 65_535).default(3000), example: '3000' },
  HOST: { schema: z.string().min(1).default('127.0.0.1'), example: '0.0.0.0' },
  DATA_DIR: { schema: z.string().min(1).default('./data'), example: './data' },
  MONGODB_URI: {
    schema: z
      .string()
      .regex(/^mongodb(\+srv)?:\/\//)
      .optional(),
    example: 'mongodb://127.0.0.1:27017/boli',
  },
  UPLOADS_URI: {
    schema: z
      .string()
      .regex(/^(s3:\/\/[a-z0-9][a-z0-9.-]+[a-z0-9](\/[\w.!*'()/-]*)?|file:\/\/\/.+)$/)
      .optional(),
    example: 's3://bucket/uploads',
  },
  WORKERS: { schema: whole(1, 64).default(1), example: '4' },
  REDIS_URL: { schema: redisUrl.optional(), example: 'redis://127.0.0.1:6379' },
  JWT_SECRET: { schema: z.string().min(32).optional(), example: 'the output of: openssl rand -hex 32' },
  JWT_EXPIRES_IN: {
    schema: z
      .string()
      .regex(/^\d+(s|m|h|d)$/)
      .default('7d'),
    example: '7d',
  },
  ADMIN_SIGNUP: { schema: z.enum(['open', 'code', 'closed']).optional(), example: 'closed' },
  ADMIN_SIGNUP_CODE: { schema: z.string().min(8).optional(), example: 'a-long-random-code' },
  REQUIRE_DRIVER_VERIFICATION: { schema: flag.default(false), example: 'true' },
  PICKUP_PRIVACY: { schema: z.enum(['exact', 'approximate']).default('exact'), example: 'approximate' },
  CITY: { schema: z.enum(['auto', 'off']).default('auto'), example: 'off' },
  ROUTER_URL: { schema: url.optional(), example: 'http://127.0.0.1:8002' },
  ROUTER_KIND: { schema: z.enum(['valhalla', 'osrm']).default('valhalla'), example: 'osrm' },
  PLACES_URL: { schema: url.optional(), example: 'http://127.0.0.1:2322' },
  ROAD_TIME_FACTOR: { schema: z.coerce.number().min(1).max(3).default(1.8), example: '1.8' },
  DRIVE_SIDE: { schema: z.enum(['left', 'right']).default('left'), example: 'right' },
  MAP_URL: { schema: url.optional(), example: 'https://tiles.example.org/city.pmtiles' },
  GEOCODER_URL: { schema: urlOrOff.optional(), example: 'off' },
  MAP_STYLE_URL: { schema: urlOrOff.optional(), example: 'https://tiles.example.org/style.json' },
  TILE_URL: {
    schema: z.union([z.literal('off'), z.string().regex(/^https?:\/\/.*\{z\}.*\{x\}.*\{y\}/)]).optional(),
    example: 'off',
  },
  MAP_ATTRIBUTION: {
    schema: z
      .string()
      .default('<a href="https://www.openstreetmap.org/copyright" target="_blank">© OpenStreetMap contributors</a>'),
    example: '© Example Maps',
  },
  PAYMENT_GATEWAY: { schema: z.enum([...gatewayNames, 'off']).optional(), example: 'simulated' },
  RAZORPAY_KEY_ID: { schema: z.string().min(1).optional(), example: 'rzp_live_xxxxxxxxxxxxxx' },
  RAZORPAY_KEY_SECRET: { schema: z.string().min(1).optional(), example: 'the secret that belongs to the key id' },
  RAZORPAY_WEBHOOK_SECRET: { schema: z.string().min(1).optional(), example: 'the secret set with the webhook' },
  RAZORPAY_API_URL: { schema: url.optional(), example: 'http://127.0.0.1:9000' },
  SIMULATED_GATEWAY_SECRET: { schema: z.string().min(1).optional(), example: 'a-long-random-secret' },
  RIDE_REQUEST_TTL_MIN: { schema: z.coerce.number().positive().max(10_080).default(60), example: '60' },
  BOOKING_ANSWER_TTL_MIN: { schema: z.coerce.number().positive().max(10_080).default(15), example: '15' },
  MAX_OPEN_REQUESTS: { schema: whole(1, 10_000).default(20), example: '20' },
  SETTLEMENT_DUE_DAYS: { schema: whole(0, 365).default(7), example: '7' },
  REVIEW_BELOW_METERS: { schema: whole(0, 100_000).default(200), example: '200' },
  REVIEW_BELOW_SECONDS: { schema: whole(0, 86_400).default(60), example: '60' },
  CANCELLED_RIDE_MIN_FARE: {
    schema: z.coerce.number().min(0).max(100_000).multipleOf(0.01).default(50),
    example: '50',
  },
  TRACK_RETENTION_DAYS: { schema: whole(1, 3650).default(30), example: '30' },
  PASSWORD_MIN_LENGTH: { schema: whole(1, 128).default(8), example: '8' },
  PASSWORD_COMMON: { schema: z.enum(['refuse', 'allow']).optional(), example: 'refuse' },
  RATE_LOGIN_ACCOUNT: { schema: whole(1, 1_000_000).default(10), example: '10' },
  RATE_LOGIN_ADDRESS: { schema: whole(1, 1_000_000).default(300), example: '300' },
  RATE_LOGIN_WAIT: { schema: z.coerce.number().positive().max(60).default(10), example: '10' },
  RATE_REGISTER: { schema: whole(1, 1_000_000).default(1000), example: '1000' },
  RATE_CALLS: { schema: whole(1, 1_000_000).default(18), example: '18' },
  RATE_MAIL_ACCOUNT: { schema: whole(1, 1_000_000).default(5), example: '5' },
  RATE_MAIL_ADDRESS: { schema: whole(1, 1_000_000).default(30), example: '30' },
  SMTP_URL: {
    schema: z
      .url()
      .regex(/^smtps?:\/\/[^/]/)
      .optional(),
    example: 'smtps://user:password@mail.example.org:465',
  },
  MAIL_FROM: { schema: mailbox.optional(), example: 'Boli <no-reply@boli.example.org>' },
  PUSH_SERVICES: {
    schema: z
      .string()
      .default('fcm.googleapis.com, *.push.services.mozilla.com, *.push.apple.com, *.notify.windows.com'),
    example: 'fcm.googleapis.com, *.push.services.mozilla.com',
  },
  FCM_SERVICE_ACCOUNT: { schema: z.string().min(1).optional(), example: '/run/secrets/fcm-service-account.json' },
  FCM_API_URL: { schema: url.default('https://fcm.googleapis.com'), example: 'https://fcm.googleapis.com' },
  APNS_KEY: { schema: z.string().min(1).optional(), example: '/run/secrets/AuthKey_ABC123DEFG.p8' },
  APNS_KEY_ID: { schema: appleId.optional(), example: 'ABC123DEFG' },
  APNS_TEAM_ID: { schema: appleId.optional(), example: 'DEF123GHIJ' },
  APNS_TOPIC: {
    schema: z
      .string()
      .regex(/^[\w-]+(\.[\w-]+)+$/)
      .optional(),
    example: 'org.example.cabs',
  },
  APNS_ENVIRONMENT: { schema: z.enum(['production', 'sandbox']).default('production'), example: 'sandbox' },
  APNS_API_URL: { schema: url.optional(), example: 'http://127.0.0.1:2197' },
  RATE_ANONYMOUS: { schema: whole(1, 1_000_000).default(1000), example: '1000' },
  PUBLIC_URL: { schema: url.optional(), example: 'https://boli.example.org' },
  CORS_ORIGINS: { schema: z.string().default(''), example: 'https://app.example.org,capacitor://localhost' },
  TRUST_PROXY: { schema: whole(0, 10).default(0), example: '1' },
  DRAIN_SECONDS: { schema: whole(0, 3_600).default(0), example: '10' },
  LOG_LEVEL: {
    schema: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('warn'),
    example: 'info',
  },
  METRICS_TOKEN: { schema: z.string().min(16).optional(), example: 'a-long-random-token' },
} satisfies Record<string, { schema: z.ZodType; example: string }>;

type Table = typeof table;
export type SettingName = keyof Table;
export type Settings = { [N in SettingName]: z.output<Table[N]['schema']> };

/** An invalid setting, which prevents the start: the message names the variable, the fault and an example. */
export class BadSetting extends Error {}

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
 * Throws `BadSetting` if mail lacks a sender or `PUBLIC_URL`. Links in mails use this URL and never the host of a
 * request, because the caller controls that header.
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
 * The payment gateway: the configured one, else Razorpay if its keys are set, else the built-in simulated one, which
 * in production has to be configured explicitly.
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

/** The `BadSetting` for a fault that is found only after the settings were read, such as in a file that one names. */
export function badSetting(name: SettingName, fault: string): BadSetting {
  return unfit(name, fault, table[name].example);
}

/** Every setting's name with its example, for `.env.example` and its test. */
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
  if (!current) throw new Error('configure() has to run before settings() is asked');
  return current;
}
