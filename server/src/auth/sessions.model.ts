import mongoose from 'mongoose';
import { documentSchema, nullable, type Stored, text, time } from '../store/document';

const sessionFields = {
  _id: text,
  user_id: text,
  browser: nullable(text),
  os: nullable(text),
  /** The network of the last use: an IPv4 /24 or an IPv6 /48. */
  network: nullable(text),
  created_at: time,
  last_seen_at: time,
  /** When the token of the session expires. */
  expires_at: time,
  /** When the row is deleted. */
  kept_until: time,
};

/**
 * The description of one sign-in. Whether its tokens are valid is decided by the account alone (`session_ids`): a row
 * may outlive its session, so that the networks from which an account is used are known.
 */
export type SessionDocument = Stored<typeof sessionFields>;

const schema = documentSchema('sessions', sessionFields);
schema.index({ user_id: 1, network: 1 });
schema.index({ kept_until: 1 }, { expireAfterSeconds: 0 });

export const SessionModel = mongoose.model<SessionDocument>('Session', schema);
