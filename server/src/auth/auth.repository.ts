import { MAX_SESSIONS } from '@boli/shared/core/constants';
import type { TokenId } from '@boli/shared/realtime/events';
import type { Mark } from '../core/abandoned';
import { batched } from '../core/batched';
import { isDuplicateKey } from '../store/duplicate';
import { type SuspensionRecord, type UserDocument, UserModel } from './auth.model';
import { phoneParts, searchPartsOf, textParts } from './search-parts';

/** The parts of an account that other nouns may show. */
export type Person = Pick<UserDocument, '_id' | 'name' | 'email' | 'phone'>;

/** The fields of an account that decide which of its tokens are valid. */
export type TokensOfAccount = Pick<
  UserDocument,
  '_id' | 'role' | 'token_version' | 'suspension' | 'session_ids' | 'ended_tokens'
>;
/** Like `TokensOfAccount`, with the name. */
export type NamedHolder = TokensOfAccount & Pick<UserDocument, 'name'>;
const tokensOfAccount = { role: 1, token_version: 1, suspension: 1, session_ids: 1, ended_tokens: 1 };

/** Accounts by id. Reads whole documents, which is faster than a projection. */
async function byIds(ids: readonly string[]): Promise<Map<string, UserDocument>> {
  const rows = await UserModel.find({ _id: { $in: ids } })
    .batchSize(ids.length + 1)
    .lean<UserDocument[]>();
  return new Map(rows.map((user) => [user._id, user]));
}

/** Concurrent calls share a query, because every call reads its caller's account. */
const readAccount = batched(byIds, { paced: false });

/** Matches the accounts for which `hasToken` returns true. */
function notEnded(token: TokenId) {
  if ('sid' in token) return { session_ids: token.sid };
  return token.jti === null ? {} : { ended_tokens: { $ne: token.jti } };
}

/** Names and contact data of several people by id: one query for a page of rows. */
async function people(ids: readonly string[]): Promise<Map<string, Person>> {
  const rows = await UserModel.find({ _id: { $in: [...new Set(ids)] } }, { name: 1, email: 1, phone: 1 }).lean<
    Person[]
  >();
  return new Map(rows.map((person) => [person._id, person]));
}

export const users = {
  /** Stores a new account; returns false when the email is taken. */
  async insert(user: UserDocument): Promise<boolean> {
    try {
      await UserModel.create({ ...user, ...searchPartsOf(user) });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  },

  async byId(id: string): Promise<UserDocument | null> {
    return (await readAccount(id)) ?? null;
  },

  async byEmail(email: string): Promise<UserDocument | null> {
    return UserModel.findOne({ email }).lean<UserDocument>();
  },

  /** Like `holders`, with the names. */
  async namedHolders(ids: readonly string[]): Promise<Map<string, NamedHolder>> {
    const rows = await UserModel.find({ _id: { $in: ids } }, { ...tokensOfAccount, name: 1 }).lean<NamedHolder[]>();
    return new Map(rows.map((user) => [user._id, user]));
  },

  /** The fields that decide which tokens are valid, for the accounts with these ids. */
  async holders(ids: readonly string[]): Promise<Map<string, TokensOfAccount>> {
    const rows = await UserModel.find({ _id: { $in: ids } }, tokensOfAccount).lean<TokensOfAccount[]>();
    return new Map(rows.map((user) => [user._id, user]));
  },

  /**
   * Adds a session to an account; beyond `MAX_SESSIONS` the oldest session ends. Returns the ids of the sessions that have
   * ended, or null when the `token_version` has changed since the account was read.
   */
  async openSession(user: Pick<UserDocument, '_id' | 'token_version'>, sid: string): Promise<string[] | null> {
    const before = await UserModel.findOneAndUpdate(
      { _id: user._id, token_version: user.token_version },
      { $push: { session_ids: { $each: [sid], $slice: -MAX_SESSIONS } } },
      { returnDocument: 'before', projection: { session_ids: 1 } },
    ).lean<Pick<UserDocument, '_id' | 'session_ids'>>();
    return before && [...(before.session_ids ?? []), sid].slice(0, -MAX_SESSIONS);
  },

  /** Signs one token out; returns false when it belongs to another account or had ended already. */
  async endToken(id: string, token: TokenId): Promise<boolean> {
    const update =
      'sid' in token ? { $pull: { session_ids: token.sid } } : { $addToSet: { ended_tokens: token.jti ?? '' } };
    const { matchedCount } = await UserModel.updateOne({ _id: id, ...notEnded(token) }, update);
    return matchedCount === 1;
  },

  /** Whether one of these accounts is suspended. */
  async anySuspended(ids: readonly string[]): Promise<boolean> {
    const accounts = await Promise.all(ids.map((id) => readAccount(id)));
    return accounts.some((account) => account?.suspension != null);
  },

  /**
   * Suspends an account, ends its tokens and marks consequences as due. Returns null when the account is suspended
   * already, or when its `token_version` has changed since it was read.
   */
  async suspend(read: UserDocument, record: Omit<SuspensionRecord, 'token_version'>): Promise<UserDocument | null> {
    const { _id, token_version } = read;
    return UserModel.findOneAndUpdate(
      { _id, token_version, suspension: null },
      { $set: { suspension: { ...record, token_version }, follow_up: record.at }, $inc: { token_version: 1 } },
      { returnDocument: 'after' },
    ).lean<UserDocument>();
  },

  /** Undoes a suspension before it has consequences: the tokens are valid again. */
  async undoSuspension({ _id, token_version, suspension }: UserDocument): Promise<void> {
    if (!suspension) return;
    await UserModel.updateOne(
      { _id, token_version, 'suspension.at': suspension.at, 'suspension.by': suspension.by },
      { $set: { suspension: null }, $unset: { follow_up: 1 }, $inc: { token_version: -1 } },
    );
  },

  /** Replaces the reason of a suspension; returns null if there is none. */
  async changeSuspension(id: string, reason: string): Promise<UserDocument | null> {
    return UserModel.findOneAndUpdate(
      { _id: id, suspension: { $ne: null } },
      { $set: { 'suspension.reason': reason } },
      { returnDocument: 'after' },
    ).lean<UserDocument>();
  },

  /** Ends a suspension; sessions from before it stay signed out. Returns null if there is none. */
  async unsuspend(id: string): Promise<UserDocument | null> {
    return UserModel.findOneAndUpdate(
      { _id: id, suspension: { $ne: null } },
      { $set: { suspension: null, session_ids: [] } },
      { returnDocument: 'after' },
    ).lean<UserDocument>();
  },

  /** All admins, by `created_at`, oldest first. */
  async admins(): Promise<UserDocument[]> {
    const rows = await UserModel.find({ role: 'admin' }).lean<UserDocument[]>();
    return rows.sort((a, b) => a.created_at.getTime() - b.created_at.getTime());
  },

  async countActiveAdmins(): Promise<number> {
    return UserModel.countDocuments({ role: 'admin', suspension: null });
  },

  /** Clears the mark of pending consequences, only while `token_version` is the one that was read. */
  async clearFollowUp(id: string, version: number): Promise<void> {
    await UserModel.updateOne({ _id: id, token_version: version }, { $unset: { follow_up: 1 } });
  },

  /** The marks of at most 200 accounts with pending consequences, oldest mark first. */
  async followUps(): Promise<Mark[]> {
    const rows = await UserModel.find({ follow_up: { $gt: new Date(0) } }, { follow_up: 1 })
      .sort({ follow_up: 1 })
      .limit(200)
      .lean<{ _id: string; follow_up: Date }[]>();
    return rows.map(({ _id, follow_up }) => ({ id: _id, at: follow_up }));
  },

  people,

  /** Reads one person, paced (`sharedRuns`): for reads that thousands of clients may request at once. */
  pacedPerson: batched(people),

  /** Changes name or phone. Returns the updated account, or null when it no longer exists. */
  async change(id: string, change: Partial<Pick<UserDocument, 'name' | 'phone'>>): Promise<UserDocument | null> {
    const parts = {
      ...(change.name !== undefined && { name_parts: textParts(change.name) }),
      ...(change.phone !== undefined && { phone_parts: phoneParts(change.phone) }),
    };
    const update = { $set: { ...change, ...parts } };
    return UserModel.findByIdAndUpdate(id, update, { returnDocument: 'after' }).lean<UserDocument>();
  },

  /**
   * Ends every token of an account; with `passwordHash`, also changes the password. With `version`, changes only an
   * account that still has this `token_version`. Returns null when no account matches.
   */
  async endTokens(id: string, change: { version?: number; passwordHash?: string } = {}): Promise<UserDocument | null> {
    const filter = change.version === undefined ? { _id: id } : { _id: id, token_version: change.version };
    const update = {
      $inc: { token_version: 1 },
      $set: { session_ids: [], ...(change.passwordHash && { password_hash: change.passwordHash }) },
    };
    return UserModel.findOneAndUpdate(filter, update, { returnDocument: 'after' }).lean<UserDocument>();
  },

  /**
   * Records that the owner has confirmed this email; only the first time counts. Returns false when the account has
   * another email.
   */
  async confirmEmail(id: string, email: string, at: Date): Promise<boolean> {
    await UserModel.updateOne({ _id: id, email, email_confirmed_at: null }, { $set: { email_confirmed_at: at } });
    return (await UserModel.countDocuments({ _id: id, email, email_confirmed_at: { $ne: null } })) > 0;
  },
};
