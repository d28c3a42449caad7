import { isDuplicateKey } from '../store/duplicate';
import { type IdempotencyDocument, IdempotencyModel } from './idempotency.model';

export const idempotencyKeys = {
  find: (name: string): Promise<IdempotencyDocument | null> =>
    IdempotencyModel.findById(name).lean<IdempotencyDocument>().exec(),

  /** Stores the id of what the operation of a key created or changed. */
  async done(name: string, id: string): Promise<void> {
    await IdempotencyModel.updateOne({ _id: name }, { $set: { done_id: id } });
  },

  /** Inserts the key; returns the existing row if there is one. */
  async keep(row: IdempotencyDocument): Promise<IdempotencyDocument> {
    try {
      await IdempotencyModel.create(row);
      return row;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const first = await IdempotencyModel.findById(row._id).lean<IdempotencyDocument>();
      // The existing row can only be missing if its 24 hours ended at this moment; then this is a new operation.
      return first ?? row;
    }
  },
};
