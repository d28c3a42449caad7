import mongoose from 'mongoose';

/** A link that was sent by mail, known by the hash of its token alone. */
export interface MailLinkDocument {
  /** SHA-256 of the token, in hexadecimal. */
  _id: string;
  purpose: 'reset' | 'confirm';
  user_id: string;
  /** Where it was sent: it says something of this email only. */
  email: string;
  /** The account's token version at the time: what ends all sessions ends the links for a new password, too. */
  token_version: number;
  expires_at: Date;
}

const schema = new mongoose.Schema<MailLinkDocument>(
  {
    _id: { type: String, required: true },
    purpose: { type: String, enum: ['reset', 'confirm'], required: true },
    user_id: { type: String, required: true },
    email: { type: String, required: true },
    token_version: { type: Number, required: true },
    expires_at: { type: Date, required: true },
  },
  { versionKey: false, collection: 'mail_links' },
);
schema.index({ expires_at: 1 }, { expireAfterSeconds: 0 });

export const MailLinkModel = mongoose.model<MailLinkDocument>('MailLink', schema);
