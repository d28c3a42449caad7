import { type SessionDocument, SessionModel } from './sessions.model';

/** Descriptions of sessions. Whether a session is still valid is decided by `session_ids` of its user. */
export const sessions = {
  async insert(session: SessionDocument): Promise<void> {
    await SessionModel.create(session);
  },

  /** The sessions with these ids whose tokens have not expired, most recently used first. */
  async byIds(ids: readonly string[], now: Date): Promise<SessionDocument[]> {
    const rows = await SessionModel.find({ _id: { $in: ids }, expires_at: { $gt: now } }).lean<SessionDocument[]>();
    return rows.sort((a, b) => b.last_seen_at.getTime() - a.last_seen_at.getTime());
  },

  /** Whether a session that is still stored was last used from this network. */
  async isKnownNetwork(userId: string, network: string): Promise<boolean> {
    return (await SessionModel.exists({ user_id: userId, network })) !== null;
  },

  /** Records when and from which network sessions were last used; a null `network` keeps the stored one. */
  async touch(ids: readonly string[], seen: { at: Date; network: string | null }): Promise<void> {
    await SessionModel.updateMany(
      { _id: { $in: ids }, last_seen_at: { $lt: seen.at } },
      { $set: { last_seen_at: seen.at, ...(seen.network && { network: seen.network }) } },
    );
  },
};
