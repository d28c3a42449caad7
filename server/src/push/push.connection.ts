import { DeliveryFailed } from '../core/delivery-queue';
import { errorCode } from '../core/error-code';

/** The failure of the connection, which `fetch` gives as the cause of its own error. */
const causeOf = (error: unknown) => (typeof error === 'object' && error && 'cause' in error ? error.cause : error);

/** The failure of a connection, named by its error code (ECONNREFUSED), after which the delivery is tried again. */
export function connectionFailed(error: unknown): DeliveryFailed {
  const code = errorCode(causeOf(error));
  return new DeliveryFailed(typeof code === 'string' ? code : 'unreachable', false);
}

/** The pause that a `Retry-After` header asks for, in milliseconds (RFC 9110: seconds or a date); 0 without a header. */
export function pauseAsked(header: string | null | undefined, now: number): number {
  if (!header) return 0;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now;
  return ms > 0 ? ms : 0;
}

/** Whether a later attempt may succeed after this status: the service is busy or unavailable. */
export const isTemporary = (status: number): boolean => status === 429 || status >= 500;
