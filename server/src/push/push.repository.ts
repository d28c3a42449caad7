import { isDuplicateKey } from '../store/duplicate';
import {
  type PushKeysDocument,
  PushKeysModel,
  type PushSubscriptionDocument,
  PushSubscriptionModel,
} from './push.model';

/** The id of the only document with keys. */
const KEYS = 'vapid';

/** The account of a subscription, and the session that subscribed. */
export type SubscriptionOwner = Pick<PushSubscriptionDocument, 'user_id' | 'token' | 'expires_at'>;

export const pushSubscriptions = {
  /**
   * Stores a subscription, or replaces the one of the same account. Returns false if it belongs to another account,
   * even if that account uses the same browser: otherwise whoever has read the keys of a subscription could take it
   * over.
   */
  async save({ _id, ...row }: PushSubscriptionDocument): Promise<boolean> {
    const store = () => PushSubscriptionModel.updateOne({ _id, user_id: row.user_id }, { $set: row }, { upsert: true });
    try {
      // Another call of the same account may store the row at the same time: the second attempt then finds that row.
      await store().catch((error: unknown) => {
        if (isDuplicateKey(error)) return store();
        throw error;
      });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  },

  /** The owner of a subscription, and the session that subscribed; null if there is none. */
  async owner(id: string): Promise<SubscriptionOwner | null> {
    return PushSubscriptionModel.findById(id, { user_id: 1, token: 1, expires_at: 1 }).lean<SubscriptionOwner>();
  },

  /** Removes a subscription, unless its account has subscribed with another session meanwhile. */
  async removeOfSession(id: string, { user_id, token }: SubscriptionOwner): Promise<void> {
    await PushSubscriptionModel.deleteOne({ _id: id, user_id, token });
  },

  /** One subscription of a person as it is now; null if it has ended or belongs to another account. */
  async one(userId: string, id: string): Promise<PushSubscriptionDocument | null> {
    return PushSubscriptionModel.findOne({ _id: id, user_id: userId }).lean<PushSubscriptionDocument>();
  },

  /** A person's subscriptions, the newest first. */
  async of(userId: string): Promise<PushSubscriptionDocument[]> {
    return PushSubscriptionModel.find({ user_id: userId }).sort({ seen_at: -1 }).lean<PushSubscriptionDocument[]>();
  },

  /**
   * The devices of at most this many drivers who ask to be notified of new requests near them. The devices that were
   * renewed last come first, and the devices of one driver count as one: idle rows of a few accounts displace nobody.
   */
  async wantingRequests(most: number, now: Date): Promise<PushSubscriptionDocument[]> {
    const rows = PushSubscriptionModel.find({ near_km: { $gt: 0 }, expires_at: { $not: { $lte: now } } })
      .sort({ seen_at: -1 })
      .lean<PushSubscriptionDocument[]>()
      .cursor({ batchSize: 1_000 });
    const drivers = new Set<string>();
    const found: PushSubscriptionDocument[] = [];
    for await (const row of rows) {
      if (drivers.add(row.user_id).size > most) break;
      found.push(row);
    }
    return found;
  },

  /** Removes these subscriptions of a person. */
  async remove(userId: string, ids: readonly string[]): Promise<void> {
    await PushSubscriptionModel.deleteMany({ _id: { $in: ids }, user_id: userId });
  },
};

export const pushKeys = {
  /** The connection to the database that the keys are read from. */
  database: (): object => PushKeysModel.db.getClient(),

  /** Returns the keys that are stored; stores the given ones if there are none. */
  async readOrStore(made: Omit<PushKeysDocument, '_id'>): Promise<PushKeysDocument> {
    const store = () =>
      PushKeysModel.findOneAndUpdate(
        { _id: KEYS },
        { $setOnInsert: made },
        { upsert: true, returnDocument: 'after' },
      ).lean<PushKeysDocument>();
    // Another process may store its keys at the same time: the second attempt then reads those.
    return store().catch((error: unknown) => {
      if (isDuplicateKey(error)) return store();
      throw error;
    });
  },

  async read(): Promise<PushKeysDocument | null> {
    return PushKeysModel.findById(KEYS).lean<PushKeysDocument>();
  },
};
