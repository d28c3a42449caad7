import type { Role } from '@boli/shared/auth/auth.schema';
import { roles } from '@boli/shared/auth/auth.schema';
import mongoose from 'mongoose';

/** An account as it is stored. `token_version` rises when its tokens have to end. */
export interface UserDocument {
  _id: string;
  email: string;
  name: string;
  role: Role;
  phone: string | null;
  password_hash: string;
  token_version: number;
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
    created_at: { type: Date, required: true },
  },
  { versionKey: false, collection: 'users' },
);
schema.index({ email: 1 }, { unique: true });

export const UserModel = mongoose.model<UserDocument>('User', schema);
