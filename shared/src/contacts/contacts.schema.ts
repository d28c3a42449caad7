import { z } from 'zod';
import { Id, Phone, Timestamp, text } from '../core/fields';

export const Contact = z.object({ id: Id, name: z.string(), phone: z.string(), created_at: Timestamp });
export type Contact = z.infer<typeof Contact>;
export const ContactInput = z.object({
  name: text(100, 'contacts.name_required', 'contacts.name_long'),
  phone: text(40, 'contacts.phone_required', 'common.phone').pipe(Phone),
});
