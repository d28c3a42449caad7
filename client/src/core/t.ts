import { isMessageKey, type MessageKey, type MessageParams, translate } from '@boli/shared/core/messages';
import { ApiError } from './api';
import { currentLanguage } from './language';

/** The text of a catalogue key in the reader's language. */
export function t(key: MessageKey, params?: MessageParams): string {
  return translate(key, params, currentLanguage());
}

/**
 * The message key for the cause of a failure for which the server sent no text: no connection, or no valid response;
 * null for any other cause.
 */
function causeKey({ status }: ApiError): MessageKey | null {
  if (status === 0) return 'common.no_connection';
  return status >= 500 ? 'common.no_answer' : null;
}

/**
 * The text of a failure for users: the server's text, else the text of its code in the catalogue, else `fallback` with
 * the cause, if known, on a second line.
 */
export function errorText(error: unknown, fallback: MessageKey): string {
  if (!(error instanceof ApiError)) return t(fallback);
  if (error.detail) return error.detail;
  if (error.code && isMessageKey(error.code)) return t(error.code);
  const cause = causeKey(error);
  return cause === null ? t(fallback) : `${t(fallback)}\n${t(cause)}`;
}
