import { gatewayNames } from '@boli/shared/app/app.schema';
import { pricingModels } from '@boli/shared/core/money';
import { z } from 'zod';

const flag = z.stringbool();
const whole = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
/** An amount in rupees of at most a lakh, with at most two decimals. */
const rupees = (min: number) => z.coerce.number().min(min).max(100_000).multipleOf(0.01);
const url = z.url();
const redisUrl = url.regex(/^rediss?:\/\/[^/]/);
const urlOrOff = z.union([z.literal('off'), url]);
/** An identifier that Apple gives out: ten letters and digits. */
const appleId = z.string().regex(/^[A-Z0-9]{10}$/);
/** `name@host`, or `Name <name@host>` without characters that would need quoting; one line. */
const mailbox = z.string().regex(/^(?:[^<>"@,;:\\\p{Cc}]*<[^<>\s@,]+@[^<>\s@,]+>|[^<>\s@,]+@[^<>\s@,]+)$/u);

/** The settings: each with the schema of its text, and an example for the message about an invalid value. */
export const table = {
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
  JURISDICTION: { schema: z.string().min(1).default('none'), example: 'india-2025' },
  TARIFF: { schema: z.string().min(1).default('delhi'), example: 'delhi' },
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
  PRICING_MODEL: { schema: z.enum(pricingModels).default('commission'), example: 'per_ride' },
  PRICING_PER_RIDE: { schema: rupees(0).default(5), example: '5' },
  PRICING_PASS_DAY: { schema: rupees(1).default(30), example: '30' },
  PRICING_PASS_MONTH: { schema: rupees(1).default(600), example: '600' },
  SETTLEMENT_DUE_DAYS: { schema: whole(0, 365).default(7), example: '7' },
  REVIEW_BELOW_METERS: { schema: whole(0, 100_000).default(200), example: '200' },
  REVIEW_BELOW_SECONDS: { schema: whole(0, 86_400).default(60), example: '60' },
  CANCELLED_RIDE_MIN_FARE: { schema: rupees(0).default(50), example: '50' },
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
  SOCKET_ADMISSIONS: { schema: whole(1, 1_000_000).default(2_000), example: '2000' },
  DRAIN_SECONDS: { schema: whole(0, 3_600).default(0), example: '10' },
  LOG_LEVEL: {
    schema: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('warn'),
    example: 'info',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: url.regex(/^https?:/).optional(),
    example: 'http://127.0.0.1:4318',
  },
  OTEL_SERVICE_NAME: { schema: z.string().min(1).default('boli'), example: 'boli' },
  OTEL_TRACES_SAMPLER_ARG: { schema: z.coerce.number().min(0).max(1).default(1), example: '0.1' },
  METRICS_TOKEN: { schema: z.string().min(16).optional(), example: 'a-long-random-token' },
} satisfies Record<string, { schema: z.ZodType; example: string }>;
