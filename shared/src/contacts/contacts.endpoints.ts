import { z } from 'zod';
import { endpoint } from '../core/endpoint';
import { Done, IdParam } from '../core/fields';
import { Contact, ContactInput } from './contacts.schema';

const access = ['customer', 'driver'] as const;

export const listContacts = endpoint({
  method: 'get',
  path: '/emergency/contacts',
  access,
  whileSuspended: true,
  reply: z.array(Contact),
  list: true,
  summary: 'My emergency contacts',
});
export const addContact = endpoint({
  method: 'post',
  path: '/emergency/contacts',
  access,
  body: ContactInput,
  reply: Contact,
  status: 201,
  summary: 'Add an emergency contact',
});
export const removeContact = endpoint({
  method: 'delete',
  path: '/emergency/contacts/{id}',
  access,
  params: IdParam,
  reply: Done,
  summary: 'Remove an emergency contact',
});
