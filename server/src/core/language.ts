import type { IncomingMessage } from 'node:http';
import type { Role } from '@boli/shared/auth/auth.schema';
import { type Language, languageFor } from '@boli/shared/core/messages';
import type { Actor } from './actor';

/** The person an answer is presented for: its content depends on the role, signed addresses on the person. */
export interface Reader {
  readonly id: string;
  readonly role: Role;
  readonly language: Language;
}

/** The language in which a request is answered: that of its `Accept-Language`. */
export function languageOf({ headers }: Pick<IncomingMessage, 'headers'>): Language {
  return languageFor(headers['accept-language']);
}

/** The caller of a request as the reader of its answer. */
export function readerOf({ id, role }: Actor, request: Pick<IncomingMessage, 'headers'>): Reader {
  return { id, role, language: languageOf(request) };
}
