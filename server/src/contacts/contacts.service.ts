import { randomUUID } from 'node:crypto';
import type { ContactInput } from '@boli/shared/contacts/contacts.schema';
import { MAX_CONTACTS } from '@boli/shared/core/constants';
import type { z } from 'zod';
import type { Actor } from '../core/actor';
import { clock } from '../core/clock';
import { Conflict, NotFound } from '../core/errors';
import { storeInSlot } from '../core/slots';
import type { ContactDocument } from './contacts.model';
import { contacts } from './contacts.repository';

/** The caller's contacts, newest first. */
export async function list(actor: Actor): Promise<ContactDocument[]> {
  return contacts.of(actor.id);
}

/** Adds a contact. Throws 409 when the caller has ten, and when concurrent calls take the free slot at every attempt. */
export async function add(actor: Actor, input: z.output<typeof ContactInput>): Promise<ContactDocument> {
  const contact = { _id: randomUUID(), user_id: actor.id, ...input, created_at: clock.now() };
  const outcome = await storeInSlot({
    max: MAX_CONTACTS,
    holders: async () => (await contacts.of(actor.id)).map(({ slot }) => slot ?? null),
    store: (slot) => contacts.insert({ ...contact, slot }),
  });
  if (outcome === 'full') throw new Conflict('contacts.too_many', { max: MAX_CONTACTS });
  return contact;
}

/** Removes a contact of the caller. Throws 404 when the caller has none with this id. */
export async function remove(actor: Actor, id: string): Promise<void> {
  if (!(await contacts.remove(id, actor.id))) throw new NotFound();
}
