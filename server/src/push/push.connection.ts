import { DeliveryFailed } from '../core/delivery-queue';
import { errorCode } from '../core/error-code';

/** The failure of the connection, which `fetch` gives as the cause of its own error. */
const causeOf = (error: unknown) => (typeof error === 'object' && error && 'cause' in error ? error.cause : error);

/** The error code of a connection (ECONNREFUSED) as a delivery that a later attempt may make. */
export function connectionFailed(error: unknown): DeliveryFailed {
  const code = errorCode(causeOf(error));
  return new DeliveryFailed(typeof code === 'string' ? code : 'unreachable', false);
}

/** The pause of a `Retry-After` header in milliseconds (RFC 9110: seconds or a date); 0 for none. */
export function pauseAsked(header: string | null | undefined, now: number): number {
  if (!header) return 0;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now;
  return ms > 0 ? ms : 0;
}

/** Whether a later attempt may succeed after this status: the service is busy or away. */
export const isTemporary = (status: number): boolean => status === 429 || status >= 500;
