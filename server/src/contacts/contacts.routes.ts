import { addContact, listContacts, removeContact } from '@boli/shared/contacts/contacts.endpoints';
import type { Router } from 'express';
import { page, route } from '../core/route';
import { presentContact } from './contacts.presenter';
import * as contacts from './contacts.service';

/** Mounts the caller's emergency contacts: list, add and remove. */
export function contactRoutes(router: Router): void {
  route(router, listContacts, async ({ actor }) => {
    const rows = await contacts.list(actor);
    return page(rows.map(presentContact), rows.length);
  });
  route(router, addContact, async ({ actor, body }) => presentContact(await contacts.add(actor, body)));
  route(router, removeContact, async ({ actor, params }) => {
    await contacts.remove(actor, params.id);
    return { success: true as const };
  });
}
