import mongoose from 'mongoose';
import { documentSchema, number, oneOf, type Stored, text, time } from '../store/document';

const mailLinkFields = {
  /** SHA-256 of the token, in hexadecimal. */
  _id: text,
  purpose: oneOf(['reset', 'confirm']),
  user_id: text,
  /** The address that the link was sent to: it confirms only this email. */
  email: text,
  /** The account's token version when the link was sent: ending all sessions also invalidates the password links. */
  token_version: number,
  expires_at: time,
};

/** A link that was sent by mail. Only the hash of the link's token is stored. */
export type MailLinkDocument = Stored<typeof mailLinkFields>;

const schema = documentSchema('mail_links', mailLinkFields);
schema.index({ expires_at: 1 }, { expireAfterSeconds: 0 });

export const MailLinkModel = mongoose.model<MailLinkDocument>('MailLink', schema);
