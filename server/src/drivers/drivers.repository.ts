import { type DocumentKind, documentNames, type VerificationStatus } from '@boli/shared/drivers/drivers.schema';
import type { QueryFilter } from 'mongoose';
import { batched } from '../core/batched';
import { followUpMarks } from '../core/reconcile.repository';
import { newestRows, type Slice, type Sliced } from '../core/slice.repository';
import { insertOnce } from '../store/insert-once';
import { type DriverProfileDocument, DriverProfileModel } from './drivers.model';

export type ProfileChange = Partial<Omit<DriverProfileDocument, '_id' | 'user_id' | 'version'>>;

const after = { returnDocument: 'after' } as const;

/** The fields that are written so that an earlier decision can no longer be undone. */
const nothingToUndo = { decided_at: null, decision_undone_at: null };

/** Changes a profile. Returns it as it was right before the change and as it is now; null if none matches. */
async function rewrite(
  filter: QueryFilter<DriverProfileDocument>,
  change: ProfileChange,
): Promise<{ before: DriverProfileDocument; after: DriverProfileDocument } | null> {
  const before = await DriverProfileModel.findOneAndUpdate(
    filter,
    { $set: change, $inc: { version: 1 } },
    { returnDocument: 'before' },
  ).lean<DriverProfileDocument>();
  return before && { before, after: { ...before, ...change, version: before.version + 1 } };
}

async function byUsers(userIds: readonly string[]): Promise<Map<string, DriverProfileDocument>> {
  const ids = [...new Set(userIds)];
  const rows = await DriverProfileModel.find({ user_id: { $in: ids } })
    .batchSize(ids.length + 1)
    .lean<DriverProfileDocument[]>();
  return new Map(rows.map((profile) => [profile.user_id, profile]));
}

/** Concurrent calls share a query. */
const readProfile = batched(byUsers, { paced: false });

export const profiles = {
  ...followUpMarks(DriverProfileModel),

  /** Stores a new profile; returns false when this driver has one already. */
  async insert(profile: DriverProfileDocument): Promise<boolean> {
    return insertOnce(DriverProfileModel, profile);
  },

  async byUser(userId: string): Promise<DriverProfileDocument | null> {
    return (await readProfile(userId)) ?? null;
  },

  /** The profiles of several drivers, by user id: one query for a page of rows. */
  byUsers,

  /** Like `byUser`, but paced (`sharedRuns`): for reads that thousands of clients may request at once. */
  pacedByUser: batched(byUsers),

  /**
   * Changes a profile for its driver, only in the version that was read; null when the profile has changed since then.
   */
  async change(read: DriverProfileDocument, change: ProfileChange): Promise<DriverProfileDocument | null> {
    return DriverProfileModel.findOneAndUpdate(
      { _id: read._id, version: read.version },
      { $set: { ...change, ...nothingToUndo }, $inc: { version: 1 } },
      after,
    ).lean<DriverProfileDocument>();
  },

  /**
   * Stores when a driver without a vehicle number was first asked for the number. Returns that time, which is now or
   * earlier; null for a driver who has a number or no profile.
   */
  async askForVehicleNumber(userId: string, now: Date): Promise<Date | null> {
    const missing = { user_id: userId, vehicle_number: null };
    await DriverProfileModel.updateOne(
      { ...missing, vehicle_number_asked_at: null },
      { $set: { vehicle_number_asked_at: now } },
    );
    const asked = await DriverProfileModel.findOne(missing).lean<DriverProfileDocument>();
    return asked?.vehicle_number_asked_at ?? null;
  },

  /**
   * Changes fields on which no other rule depends (switch, position), whatever the version. Null without a profile.
   */
  async set(userId: string, change: ProfileChange): Promise<DriverProfileDocument | null> {
    return DriverProfileModel.findOneAndUpdate(
      { user_id: userId },
      { $set: change },
      after,
    ).lean<DriverProfileDocument>();
  },

  /**
   * Stores the average rating and the numbers of ratings and rides. The numbers only grow, so a count with lower
   * numbers than the stored ones is older and is ignored. Returns null when nothing was written.
   */
  async setFigures(
    userId: string,
    figures: Pick<DriverProfileDocument, 'average_rating' | 'total_ratings' | 'completed_rides'>,
  ): Promise<DriverProfileDocument | null> {
    const { total_ratings, completed_rides } = figures;
    return DriverProfileModel.findOneAndUpdate(
      { user_id: userId, total_ratings: { $lte: total_ratings }, completed_rides: { $lte: completed_rides } },
      { $set: figures },
      after,
    ).lean<DriverProfileDocument>();
  },

  /**
   * Stores an admin's decision on a driver's documents. `followUp` is the time of the decision, and marks its
   * consequences as pending. Returns the profile before and after the decision; null if the driver has no profile.
   */
  async decide(
    userId: string,
    decision: { status: VerificationStatus; reason: string | null; followUp: Date },
  ): Promise<{ before: DriverProfileDocument; after: DriverProfileDocument } | null> {
    const { status, reason, followUp } = decision;
    const same = { verification_status: status, rejection_reason: reason };
    const differs = { $or: [{ verification_status: { $ne: status } }, { rejection_reason: { $ne: reason } }] };
    const change = { ...same, follow_up: followUp };
    const written =
      (await rewrite({ user_id: userId, ...differs }, { ...change, ...nothingToUndo, decided_at: followUp })) ??
      // Repeating a decision does not extend the time in which it can be undone.
      (await rewrite({ user_id: userId, ...same }, change));
    // Another admin decided otherwise between the two writes; each repetition needs one more such decision.
    if (!written && (await DriverProfileModel.exists({ user_id: userId }))) return profiles.decide(userId, decision);
    return written;
  },

  /**
   * Undoes a decision that was made at `since` or later, only on the version of the profile that was read: the driver
   * waits for a decision again. Null if the profile has changed meanwhile or the decision is older.
   */
  async undoDecision(read: DriverProfileDocument, { since, now }: { since: Date; now: Date }) {
    const change = { verification_status: 'pending' as const, rejection_reason: null, follow_up: now };
    return rewrite(
      { _id: read._id, decided_at: { $gte: since }, version: read.version },
      { ...change, decided_at: null, decision_undone_at: now },
    );
  },

  /** Returns the given file ids that a profile references. */
  async namedFiles(ids: readonly string[]): Promise<Set<string>> {
    const wanted = new Set(ids);
    const named = new Set<string>();
    const projection = Object.fromEntries(documentNames.map((name) => [name, 1]));
    for await (const profile of DriverProfileModel.find({}, projection).lean<DriverProfileDocument[]>().cursor()) {
      for (const name of documentNames) {
        const id = profile[name];
        if (id && wanted.has(id)) named.add(id);
      }
    }
    return named;
  },

  /** The profile and the document to which a file belongs; null when no profile references it. */
  async ofFile(fileId: string): Promise<{ profile: DriverProfileDocument; document: DocumentKind } | null> {
    const profile = await DriverProfileModel.findOne({
      $or: documentNames.map((name) => ({ [name]: fileId })),
    }).lean<DriverProfileDocument>();
    const document = documentNames.find((name) => profile?.[name] === fileId);
    return profile && document ? { profile, document } : null;
  },

  async byId(id: string): Promise<DriverProfileDocument | null> {
    return DriverProfileModel.findById(id).lean<DriverProfileDocument>();
  },

  /**
   * The number of drivers who are online in these cells: the switch is on and the position was reported at `since` or
   * later. Counts only drivers with one of these statuses, and stops at `most`.
   */
  async countOnline(wanted: {
    cells: readonly string[];
    statuses: readonly VerificationStatus[];
    since: Date;
    most: number;
  }): Promise<number> {
    const filter = {
      position_cell: { $in: [...wanted.cells] },
      online_switch: true,
      verification_status: { $in: [...wanted.statuses] },
      position_at: { $gte: wanted.since },
    };
    return DriverProfileModel.countDocuments(filter, { limit: wanted.most });
  },

  /** Profiles that wait for a decision, newest first, with the count of all. */
  async pending(slice: Slice): Promise<Sliced<DriverProfileDocument>> {
    const filter = { verification_status: 'pending' as const };
    const [rows, total] = await Promise.all([
      newestRows<DriverProfileDocument, DriverProfileDocument, 'submitted_at'>(DriverProfileModel, {
        filter,
        slice,
        by: 'submitted_at',
      }),
      DriverProfileModel.countDocuments(filter),
    ]);
    return { rows, total };
  },

  /** Returns the given licence keys that more than one driver has. */
  async sharedLicenses(keys: readonly string[]): Promise<Set<string>> {
    const rows = await DriverProfileModel.find({ license_key: { $in: [...new Set(keys)] } }, { license_key: 1 }).lean<
      { license_key: string }[]
    >();
    const seen = new Set<string>();
    return new Set(rows.map((row) => row.license_key).filter((key) => seen.size === seen.add(key).size));
  },
};
