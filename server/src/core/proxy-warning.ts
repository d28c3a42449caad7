import type { RequestHandler } from 'express';
import { settings } from '../settings';
import { logger } from './logger';

/**
 * Logs one warning when a request has come through a proxy although `TRUST_PROXY` is 0: then all clients appear to have
 * the address of the proxy, and share its limits per address.
 */
export function warnOfProxy(): RequestHandler {
  let hasWarned = false;
  return (request, _response, next) => {
    if (!hasWarned && request.headers['x-forwarded-for'] !== undefined && settings().TRUST_PROXY === 0) {
      hasWarned = true;
      logger.warn(
        'requests carry X-Forwarded-For, but TRUST_PROXY is 0: all of them count as one address. If the server is behind proxies, set TRUST_PROXY to the number of them.',
      );
    }
    next();
  };
}
