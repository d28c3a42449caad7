import { randomUUID } from 'node:crypto';
import type { ContactInput } from '@boli/shared/contacts/contacts.schema';
import { MAX_CONTACTS } from '@boli/shared/core/constants';
import type { z } from 'zod';
import type { Actor } from '../core/actor';
import { clock } from '../core/clock';
import { Conflict, NotFound } from '../core/errors';
import type { ContactDocument } from './contacts.model';
import { contacts } from './contacts.repository';

/** The caller's contacts, newest first. */
export async function list(actor: Actor): Promise<ContactDocument[]> {
  return contacts.of(actor.id);
}

/** Adds a contact. Throws 409 when there are ten; calls at the same moment may pass that by a few. */
export async function add(actor: Actor, input: z.output<typeof ContactInput>): Promise<ContactDocument> {
  if ((await contacts.count(actor.id)) >= MAX_CONTACTS) throw new Conflict('contacts.too_many', { max: MAX_CONTACTS });
  const contact = { _id: randomUUID(), user_id: actor.id, ...input, created_at: clock.now() };
  await contacts.insert(contact);
  return contact;
}

/** Removes a contact of the caller. Throws 404. */
export async function remove(actor: Actor, id: string): Promise<void> {
  if (!(await contacts.remove(id, actor.id))) throw new NotFound();
}
