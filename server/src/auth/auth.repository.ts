import { isDuplicateKey } from '../store/duplicate';
import { type UserDocument, UserModel } from './auth.model';

/** The parts of an account that other nouns may show. */
export type Person = Pick<UserDocument, '_id' | 'name' | 'email' | 'phone'>;

export const users = {
  /** Stores a new account; false when the email is taken. */
  async insert(user: UserDocument): Promise<boolean> {
    try {
      await UserModel.create(user);
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  },

  async byId(id: string): Promise<UserDocument | null> {
    return UserModel.findById(id).lean<UserDocument>();
  },

  async byEmail(email: string): Promise<UserDocument | null> {
    return UserModel.findOne({ email }).lean<UserDocument>();
  },

  /** Names and contact data of several people by id: one query for a page of rows. */
  async people(ids: readonly string[]): Promise<Map<string, Person>> {
    const rows = await UserModel.find({ _id: { $in: [...new Set(ids)] } }, { name: 1, email: 1, phone: 1 }).lean<
      Person[]
    >();
    return new Map(rows.map((person) => [person._id, person]));
  },

  /** Changes name or phone; the account as it is now, or null when it is gone. */
  async change(id: string, change: Partial<Pick<UserDocument, 'name' | 'phone'>>): Promise<UserDocument | null> {
    return UserModel.findByIdAndUpdate(id, { $set: change }, { returnDocument: 'after' }).lean<UserDocument>();
  },

  /** Ends every token; with a new hash it is a password change, made only while `version` is still the one seen. */
  async endTokens(id: string, change: { version?: number; passwordHash?: string } = {}): Promise<UserDocument | null> {
    const filter = change.version === undefined ? { _id: id } : { _id: id, token_version: change.version };
    const update = {
      $inc: { token_version: 1 },
      ...(change.passwordHash && { $set: { password_hash: change.passwordHash } }),
    };
    return UserModel.findOneAndUpdate(filter, update, { returnDocument: 'after' }).lean<UserDocument>();
  },
};
