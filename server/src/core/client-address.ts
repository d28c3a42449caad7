import type { IncomingMessage } from 'node:http';
import proxyAddress from 'proxy-addr';
import { settings } from '../settings';

/**
 * The address of the client that sent this request, behind `TRUST_PROXY` proxies; the same as Express's `request.ip`.
 */
export function clientAddress(request: IncomingMessage): string {
  return proxyAddress(request, (_address, hop) => hop < settings().TRUST_PROXY) ?? 'unknown';
}
