import type { IncomingMessage } from 'node:http';
import proxyAddress from 'proxy-addr';
import { settings } from '../settings';

/** The address of whoever sent this request, seen through `TRUST_PROXY` proxies: what Express gives as `request.ip`. */
export function clientAddress(request: IncomingMessage): string {
  return proxyAddress(request, (_address, hop) => hop < settings().TRUST_PROXY) ?? 'unknown';
}
