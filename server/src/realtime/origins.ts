import type { IncomingMessage } from 'node:http';
import { isTrustedOrigin } from '../core/origins';

/**
 * Whether a page of this origin may open a socket (browsers do not restrict websockets by themselves): our own host,
 * the origins that REST trusts, and programs, which send no origin.
 */
export function isAllowedOrigin(request: Pick<IncomingMessage, 'headers'>): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined || isTrustedOrigin(origin)) return true;
  return host !== undefined && URL.canParse(origin) && new URL(origin).host === host;
}
