import mongoose from 'mongoose';
import { documentSchema, number, optional, type Stored, text, time } from '../store/document';

const contactFields = {
  _id: text,
  user_id: text,
  name: text,
  phone: text,
  created_at: time,
  /** Which of the owner's ten slots it holds. Absent on contacts from before there were slots. */
  slot: optional(number),
};

/** A person whom the owner may call in an emergency. */
export type ContactDocument = Stored<typeof contactFields>;

const schema = documentSchema('contacts', contactFields);
schema.index({ user_id: 1, created_at: -1 });
// Enforces at most one contact for each slot of a person, also under concurrent writes.
schema.index({ user_id: 1, slot: 1 }, { unique: true, partialFilterExpression: { slot: { $exists: true } } });

export const ContactModel = mongoose.model<ContactDocument>('Contact', schema);
