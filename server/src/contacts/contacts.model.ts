import mongoose from 'mongoose';

/** Somebody to be told in an emergency. */
export interface ContactDocument {
  _id: string;
  user_id: string;
  name: string;
  phone: string;
  created_at: Date;
}

const schema = new mongoose.Schema<ContactDocument>(
  {
    _id: { type: String, required: true },
    user_id: { type: String, required: true },
    name: { type: String, required: true },
    phone: { type: String, required: true },
    created_at: { type: Date, required: true },
  },
  { versionKey: false, collection: 'contacts' },
);
schema.index({ user_id: 1, created_at: -1 });

export const ContactModel = mongoose.model<ContactDocument>('Contact', schema);
