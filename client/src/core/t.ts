import { isMessageKey, type MessageKey, type MessageParams, translate } from '@boli/shared/core/messages';
import { ApiError } from './api';

/** The text of a catalogue key in the reader's language. */
export function t(key: MessageKey, params?: MessageParams): string {
  return translate(key, params);
}

/** Why a call failed of which the server said nothing: no answer came, or one that is not the server's. */
function causeOf({ status }: ApiError): MessageKey | null {
  if (status === 0) return 'common.no_connection';
  return status >= 500 ? 'common.no_answer' : null;
}

/**
 * What a person reads of a failure: the server's sentence where it gave one (the catalogue's text for its code, if it
 * has no places to fill), else the fallback that the specification fixes for the situation, with the cause as a second
 * line where it is known.
 */
export function errorText(error: unknown, fallback: MessageKey): string {
  if (!(error instanceof ApiError)) return t(fallback);
  if (error.detail) return error.detail;
  if (error.code && isMessageKey(error.code)) return t(error.code);
  const cause = causeOf(error);
  return cause === null ? t(fallback) : `${t(fallback)}\n${t(cause)}`;
}
