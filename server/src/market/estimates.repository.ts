import type { Outcomes } from '@boli/shared/market/calibration';
import { type EstimateDocument, EstimateModel } from './estimates.model';

/** An estimate whose outcome is not known yet. */
export type OpenEstimate = EstimateDocument & { ride_id: string };

/** How the observation of an estimate ended. */
export interface Outcome {
  id: string;
  came: boolean;
  part: number;
}

export const estimates = {
  /**
   * Records an estimate that a customer was shown. A later estimate of the same price on the same request does not
   * replace it.
   */
  async record({ _id, ...estimate }: OpenEstimate): Promise<void> {
    await EstimateModel.updateOne({ _id }, { $setOnInsert: estimate }, { upsert: true });
  },

  /** At most `limit` estimates without an outcome whose wait has ended by this time. */
  async over(time: Date, limit: number): Promise<OpenEstimate[]> {
    return EstimateModel.find({ ride_id: { $gt: '' }, until: { $lte: time } })
      .limit(limit)
      .lean<OpenEstimate[]>();
  },

  /** Stores outcomes, and removes the ids of the requests from their estimates. May be repeated. */
  async settle(outcomes: readonly Outcome[]): Promise<void> {
    if (outcomes.length === 0) return;
    await EstimateModel.bulkWrite(
      outcomes.map(({ id: _id, came, part }) => ({
        updateOne: { filter: { _id }, update: { $set: { came, part }, $unset: { ride_id: 1 } } },
      })),
      { ordered: false },
    );
  },

  /** Removes estimates of requests that do not exist any more. */
  async remove(ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await EstimateModel.deleteMany({ _id: { $in: ids } });
  },

  /** The outcomes of all estimates, counted. */
  async outcomes(): Promise<Outcomes[]> {
    const rows = await EstimateModel.aggregate<{
      _id: Omit<Outcomes, 'count' | 'chances'>;
      count: number;
      chances: number;
    }>([
      { $match: { part: { $gte: 0 } } },
      {
        $group: {
          _id: { said: '$said', came: '$came', part: '$part' },
          count: { $sum: 1 },
          chances: { $sum: '$chance' },
        },
      },
    ]);
    return rows.map(({ _id, count, chances }) => ({ ..._id, count, chances }));
  },
};
