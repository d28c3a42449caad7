import { isMessageKey, type MessageKey, type MessageParams, translate } from '@boli/shared/core/messages';
import { ApiError } from './api';

/** The text of a catalogue key in the reader's language. */
export function t(key: MessageKey, params?: MessageParams): string {
  return translate(key, params);
}

/**
 * What a person reads of a failure: the server's sentence where it gave one (the catalogue's text for its code, if it
 * has no places to fill), else the fallback that the specification fixes for the situation.
 */
export function errorText(error: unknown, fallback: MessageKey): string {
  if (!(error instanceof ApiError)) return t(fallback);
  if (error.detail) return error.detail;
  return error.code && isMessageKey(error.code) ? t(error.code) : t(fallback);
}
