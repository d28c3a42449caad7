import mongoose from 'mongoose';
import { documentSchema, number, optional, type Stored, text, time } from '../store/document';

const contactFields = {
  _id: text,
  user_id: text,
  name: text,
  phone: text,
  created_at: time,
  /** Which of the person's ten places it holds. Absent on what was stored before there were places. */
  slot: optional(number),
};

/** Somebody to call in an emergency. */
export type ContactDocument = Stored<typeof contactFields>;

const schema = documentSchema('contacts', contactFields);
schema.index({ user_id: 1, created_at: -1 });
// At most as many contacts of a person as there are places, whoever adds at the same moment.
schema.index({ user_id: 1, slot: 1 }, { unique: true, partialFilterExpression: { slot: { $exists: true } } });

export const ContactModel = mongoose.model<ContactDocument>('Contact', schema);
