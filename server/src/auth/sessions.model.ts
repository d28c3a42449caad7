import mongoose from 'mongoose';

/**
 * What is known of one sign-in. Whether its tokens hold is said by the account alone (`session_ids`): a row may outlive
 * its session, so that the networks an account is used from are known.
 */
export interface SessionDocument {
  _id: string;
  user_id: string;
  browser: string | null;
  os: string | null;
  /** The network last seen from: an IPv4 /24 or an IPv6 /48. */
  network: string | null;
  created_at: Date;
  last_seen_at: Date;
  /** When its token ends by itself. */
  expires_at: Date;
  /** When the row is dropped. */
  kept_until: Date;
}

const schema = new mongoose.Schema<SessionDocument>(
  {
    _id: { type: String, required: true },
    user_id: { type: String, required: true },
    browser: { type: String, default: null },
    os: { type: String, default: null },
    network: { type: String, default: null },
    created_at: { type: Date, required: true },
    last_seen_at: { type: Date, required: true },
    expires_at: { type: Date, required: true },
    kept_until: { type: Date, required: true },
  },
  { versionKey: false, collection: 'sessions' },
);
schema.index({ user_id: 1, network: 1 });
schema.index({ kept_until: 1 }, { expireAfterSeconds: 0 });

export const SessionModel = mongoose.model<SessionDocument>('Session', schema);
