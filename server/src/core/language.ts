import type { IncomingMessage } from 'node:http';
import { type Language, languageFor } from '@boli/shared/core/messages';

/** The language in which a request is answered: that of its `Accept-Language`. */
export function languageOf({ headers }: Pick<IncomingMessage, 'headers'>): Language {
  return languageFor(headers['accept-language']);
}
