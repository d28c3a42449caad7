import type { Model } from 'mongoose';
import type { Mark } from './abandoned';
import type { Reconciled } from './reconcile';

/** How many marks one round reads. */
const BATCH = 200;

/** Access to the marks of a collection's documents with pending reconcile steps. */
export function followUpMarks<D extends Reconciled & { follow_up?: Date }>(model: Model<D>) {
  return {
    /** Removes the mark if the document still has this version. */
    async clearFollowUp(id: string, version: number): Promise<void> {
      await model.updateOne({ _id: id, version }, { $unset: { follow_up: 1 } });
    },

    /** At most 200 marks, the oldest first. */
    async followUps(): Promise<Mark[]> {
      const rows = await model
        .find({ follow_up: { $gt: new Date(0) } }, { _id: 1, follow_up: 1 })
        .sort({ follow_up: 1 })
        .limit(BATCH)
        .lean<{ _id: string; follow_up: Date }[]>();
      return rows.map(({ _id, follow_up }) => ({ id: _id, at: follow_up }));
    },
  };
}
