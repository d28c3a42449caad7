import type { RequestHandler } from 'express';
import { settings } from '../settings';
import { logger } from './logger';

/**
 * Says once in the log that a proxy seems to stand in front while `TRUST_PROXY` is 0: then everybody comes from the
 * proxy's address, and limits per address are one limit for all.
 */
export function warnOfProxy(): RequestHandler {
  let said = false;
  return (request, _response, next) => {
    if (!said && request.headers['x-forwarded-for'] !== undefined && settings().TRUST_PROXY === 0) {
      said = true;
      logger.warn(
        'requests carry X-Forwarded-For, but TRUST_PROXY is 0: all of them count as one address. If a proxy stands in front, set TRUST_PROXY to how many there are.',
      );
    }
    next();
  };
}
