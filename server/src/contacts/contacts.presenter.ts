import type { Contact } from '@boli/shared/contacts/contacts.schema';
import type { ContactDocument } from './contacts.model';

/** A contact as its owner sees it. */
export function presentContact(contact: ContactDocument): Contact {
  return { id: contact._id, name: contact.name, phone: contact.phone, created_at: contact.created_at.toISOString() };
}
