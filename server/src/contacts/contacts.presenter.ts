import type { Contact } from '@boli/shared/contacts/contacts.schema';
import type { ContactDocument } from './contacts.model';

/** Presents a contact for its owner. */
export function presentContact(contact: ContactDocument): Contact {
  return { id: contact._id, name: contact.name, phone: contact.phone, created_at: contact.created_at.toISOString() };
}
