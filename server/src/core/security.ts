import { join } from 'node:path';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { root } from '../root';
import { gatewayMode, settings, tileUrl } from '../settings';
import { isTrustedOrigin } from './origins';
import { inlineScriptsOf } from './page-scripts';

/**
 * Sets the security headers of every answer: the origins that a page may load from and connect to, the addresses that
 * other sites get as the referrer, and the device functions that a page may use. The inline scripts of `page`, and no
 * others, may run.
 */
export function securityHeaders(page = join(root, 'client', 'dist', 'index.html')): RequestHandler[] {
  const { PUBLIC_URL } = settings();
  const tiles = mapOrigins();
  const checkout = checkoutOrigins();
  const pageScripts = inlineScriptsOf(page);
  const ownSocket = PUBLIC_URL ? [new URL(PUBLIC_URL).origin.replace(/^http/, 'ws')] : [];
  const headers = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'", ...checkout.forms],
        scriptSrc: [({ url }) => ["'self'", ...checkout.scripts, ...(mayBePage(url) ? pageScripts() : [])].join(' ')],
        ...(checkout.frames.length > 0 && { frameSrc: checkout.frames }),
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        // Toasts insert style elements, the map sets styles on its markers.
        styleSrc: ["'self'", "'unsafe-inline'"],
        fontSrc: ["'self'", 'data:'],
        imgSrc: ["'self'", 'data:', 'blob:', ...tiles, ...checkout.pictures],
        connectSrc: ["'self'", ...ownSocket, ...tiles, ...checkout.calls],
      },
    },
    // Public tile servers refuse requests without a referrer.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
  });
  return [headers, permissions];
}

/** Whether the answer may be the page. False for calls of the API, which are most requests, and for other files. */
function mayBePage(url = '/'): boolean {
  const [path = ''] = url.split('?');
  return !path.startsWith('/api/') && (!/\.\w+$/.test(path) || path.endsWith('.html'));
}

const permissions: RequestHandler = (_request, response, next) => {
  const payers = ['self', ...checkoutOrigins().frames.map((origin) => `"${origin}"`)].join(' ');
  response.set('Permissions-Policy', `geolocation=(self), camera=(), microphone=(), payment=(${payers})`);
  next();
};

/** The origins that Razorpay's checkout loads from and connects to; empty if Razorpay is not used. */
function checkoutOrigins() {
  if (gatewayMode(settings()) !== 'razorpay') return { scripts: [], frames: [], forms: [], pictures: [], calls: [] };
  return {
    scripts: ['https://checkout.razorpay.com', 'https://cdn.razorpay.com'],
    frames: ['https://api.razorpay.com', 'https://checkout.razorpay.com'],
    forms: ['https://api.razorpay.com'],
    pictures: ['https://*.razorpay.com'],
    calls: ['https://api.razorpay.com', 'https://lumberjack.razorpay.com'],
  };
}

/** The origins of the map style and tiles in the settings. */
function mapOrigins(): string[] {
  const { MAP_STYLE_URL, MAP_URL } = settings();
  // The public tiles are always allowed: without a city they are loaded, and a city may be installed or removed while
  // the server runs.
  const urls = [MAP_STYLE_URL, MAP_URL, tileUrl(settings(), false)].filter((url) => url !== undefined && url !== 'off');
  return [...new Set(urls.map((url) => new URL(url ?? '').origin))];
}

/** Allows pages of trusted other origins to call the API and to read maps; all others get no CORS headers. */
export const crossOrigin: RequestHandler = (request, response, next) => {
  const { origin } = request.headers;
  response.vary('Origin');
  if (!origin || !isTrustedOrigin(origin)) return next();
  response.set({
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': 'X-Total-Count, Retry-After, Date, ETag, Content-Range, traceparent',
  });
  if (request.method !== 'OPTIONS') return next();
  response.set({
    'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE',
    'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key, Range, traceparent',
    'Access-Control-Max-Age': '600',
  });
  response.status(204).end();
};
