import { randomHex } from './random-hex';

/**
 * A new `traceparent` (https://www.w3.org/TR/trace-context) for one request or message. It contains a new trace id. The
 * server logs this id with everything that the request or message causes. The page itself records nothing, so the flags
 * are 0.
 */
export function newTraceparent(): string {
  return `00-${randomHex(16)}-${randomHex(8)}-00`;
}

/**
 * Whether a request to this URL may have the header `traceparent`. Requests to another origin, as from the native
 * shell, may not: CORS has to allow the header, and older servers do not allow it.
 */
export function isTraceable(address: string): boolean {
  return address.startsWith('/');
}
