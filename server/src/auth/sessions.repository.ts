import { type SessionDocument, SessionModel } from './sessions.model';

/** The descriptions of sign-ins; whether one still holds is the account's to say. */
export const sessions = {
  async insert(session: SessionDocument): Promise<void> {
    await SessionModel.create(session);
  },

  /** Those of these ids whose tokens have not ended by themselves, the last seen first. */
  async byIds(ids: readonly string[], now: Date): Promise<SessionDocument[]> {
    const rows = await SessionModel.find({ _id: { $in: ids }, expires_at: { $gt: now } }).lean<SessionDocument[]>();
    return rows.sort((a, b) => b.last_seen_at.getTime() - a.last_seen_at.getTime());
  },

  /** Whether the account was used from this network within the time that rows are kept. */
  async isKnownNetwork(userId: string, network: string): Promise<boolean> {
    return (await SessionModel.exists({ user_id: userId, network })) !== null;
  },

  /** Notes that sessions were used, and from where; null as `network` keeps the one before. */
  async touch(ids: readonly string[], seen: { at: Date; network: string | null }): Promise<void> {
    await SessionModel.updateMany(
      { _id: { $in: ids }, last_seen_at: { $lt: seen.at } },
      { $set: { last_seen_at: seen.at, ...(seen.network && { network: seen.network }) } },
    );
  },
};
