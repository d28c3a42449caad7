import type { Role } from '@boli/shared/auth/auth.schema';
import { roles } from '@boli/shared/auth/auth.schema';
import mongoose from 'mongoose';

/** Why and by whom an account is suspended. `token_version` is the one whose tokens held until then. */
export interface SuspensionRecord {
  reason: string;
  at: Date;
  by: string;
  token_version: number;
}

/**
 * An account as it is stored: the arbiter of its tokens. `token_version` rises when all of them have to end,
 * `session_ids` are the sessions whose tokens hold, oldest first, `ended_tokens` the tokens without a session that were
 * signed out one by one. Accounts from before there were sessions lack the fields behind a question mark.
 */
export interface UserDocument {
  _id: string;
  email: string;
  name: string;
  role: Role;
  phone: string | null;
  password_hash: string;
  token_version: number;
  /** When the link that was sent to the email was opened; absent in older accounts. */
  email_confirmed_at?: Date | null;
  session_ids?: string[];
  ended_tokens?: string[];
  suspension?: SuspensionRecord | null;
  /** Set while consequences of a suspension are still to be done. */
  follow_up?: Date;
  created_at: Date;
}

const schema = new mongoose.Schema<UserDocument>(
  {
    _id: { type: String, required: true },
    email: { type: String, required: true },
    name: { type: String, required: true },
    role: { type: String, enum: roles, required: true },
    phone: { type: String, default: null },
    password_hash: { type: String, required: true },
    token_version: { type: Number, default: 0 },
    email_confirmed_at: { type: Date, default: null },
    session_ids: { type: [String], default: [] },
    ended_tokens: { type: [String], default: undefined },
    suspension: {
      type: new mongoose.Schema<SuspensionRecord>(
        {
          reason: { type: String, required: true },
          at: { type: Date, required: true },
          by: { type: String, required: true },
          token_version: { type: Number, required: true },
        },
        { _id: false },
      ),
      default: null,
    },
    follow_up: { type: Date },
    created_at: { type: Date, required: true },
  },
  { versionKey: false, collection: 'users' },
);
schema.index({ email: 1 }, { unique: true });
schema.index({ role: 1 });
schema.index({ created_at: -1 });
schema.index({ follow_up: 1 }, { sparse: true });

export const UserModel = mongoose.model<UserDocument>('User', schema);
