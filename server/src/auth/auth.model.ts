import { roles } from '@boli/shared/auth/auth.schema';
import mongoose from 'mongoose';
import {
  added,
  documentSchema,
  embedded,
  listOf,
  nullable,
  number,
  oneOf,
  optional,
  type Stored,
  text,
  time,
  withDefault,
} from '../store/document';

const suspensionFields = { reason: text, at: time, by: text, token_version: number };

/**
 * Why and by whom an account is suspended. `token_version` is the version of the tokens that were valid until the
 * suspension.
 */
export type SuspensionRecord = Stored<typeof suspensionFields>;

const userFields = {
  _id: text,
  email: text,
  name: text,
  role: oneOf(roles),
  phone: nullable(text),
  password_hash: text,
  token_version: withDefault(number, 0),
  /** When the owner opened the link that was sent to the email; absent in older accounts. */
  email_confirmed_at: added(nullable(time)),
  session_ids: added(withDefault(listOf(text), [])),
  ended_tokens: optional(listOf(text)),
  suspension: added(nullable(embedded(suspensionFields))),
  /** The parts of name, email and phone number by which the account is searched (`search-parts.ts`). */
  name_parts: optional(listOf(text)),
  email_parts: optional(listOf(text)),
  phone_parts: optional(listOf(text)),
  /** Set while consequences of a suspension are still pending. */
  follow_up: optional(time),
  created_at: time,
};

/**
 * An account as it is stored: the arbiter of its tokens. `token_version` rises when all of them have to end.
 * `session_ids` are the sessions whose tokens are valid, oldest first. `ended_tokens` are the tokens without a session
 * that were signed out one by one. An optional field is missing if it has no value yet, or if the account is older
 * than the field.
 */
export type UserDocument = Stored<typeof userFields>;

const schema = documentSchema('users', userFields);
schema.index({ email: 1 }, { unique: true });
schema.index({ role: 1 });
schema.index({ created_at: -1 });
schema.index({ follow_up: 1 }, { sparse: true });
schema.index({ name_parts: 1 });
schema.index({ email_parts: 1 });
schema.index({ phone_parts: 1 });

export const UserModel = mongoose.model<UserDocument>('User', schema);
