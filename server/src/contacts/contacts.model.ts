import mongoose from 'mongoose';

/** Somebody to be told in an emergency. */
export interface ContactDocument {
  _id: string;
  user_id: string;
  name: string;
  phone: string;
  created_at: Date;
  /** Which of the person's ten places it holds. Absent on what was stored before there were places. */
  slot?: number;
}

const schema = new mongoose.Schema<ContactDocument>(
  {
    _id: { type: String, required: true },
    user_id: { type: String, required: true },
    name: { type: String, required: true },
    phone: { type: String, required: true },
    created_at: { type: Date, required: true },
    slot: { type: Number },
  },
  { versionKey: false, collection: 'contacts' },
);
schema.index({ user_id: 1, created_at: -1 });
// At most as many contacts of a person as there are places, whoever adds at the same moment.
schema.index({ user_id: 1, slot: 1 }, { unique: true, partialFilterExpression: { slot: { $exists: true } } });

export const ContactModel = mongoose.model<ContactDocument>('Contact', schema);
