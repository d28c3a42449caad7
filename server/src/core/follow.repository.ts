import type { Model } from 'mongoose';
import type { Followed } from './follow';

/** How many marks one sweep looks at. */
const BATCH = 200;

/** The marks of a collection's documents whose consequences are still to be done, longest waiting first. */
export function followUpMarks<D extends Followed & { follow_up?: Date }>(model: Model<D>) {
  return {
    /** Takes the mark away, but only from this very version. */
    async clearFollowUp(id: string, version: number): Promise<void> {
      await model.updateOne({ _id: id, version }, { $unset: { follow_up: 1 } });
    },

    /** Ids whose mark is older than this. */
    async followUpBefore(before: Date): Promise<string[]> {
      const rows = await model
        .find({ follow_up: { $lt: before } }, { _id: 1 })
        .sort({ follow_up: 1 })
        .limit(BATCH)
        .lean<{ _id: string }[]>();
      return rows.map((row) => row._id);
    },
  };
}
