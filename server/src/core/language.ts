import type { IncomingMessage } from 'node:http';
import type { Role } from '@boli/shared/auth/auth.schema';
import { allLanguages, isLanguage, type Language, languageFor, loadLanguage } from '@boli/shared/core/messages';
import type { Actor } from './actor';

// A reader may have any language, so all texts are loaded before the first request.
await Promise.all(allLanguages().map(loadLanguage));

/**
 * The person for whom an answer is presented. Its content depends on the role; its signed addresses depend on the
 * person.
 */
export interface Reader {
  readonly id: string;
  readonly role: Role;
  readonly language: Language;
}

/** The language in which a request is answered: that of its `Accept-Language`. */
export function languageOf({ headers }: Pick<IncomingMessage, 'headers'>): Language {
  return languageFor(headers['accept-language']);
}

/**
 * The language of a socket: the `language` in the query of its address, else that of its `Accept-Language` header,
 * which the script of a page cannot set for a socket.
 */
export function languageOfUpgrade(request: Pick<IncomingMessage, 'headers' | 'url'>): Language {
  const wish = new URLSearchParams(request.url?.split('?')[1]).get('language') ?? '';
  return isLanguage(wish) ? wish : languageOf(request);
}

/** The caller of a request as the reader of its answer. */
export function readerOf({ id, role }: Actor, request: Pick<IncomingMessage, 'headers'>): Reader {
  return { id, role, language: languageOf(request) };
}
