import { insertOnce } from '../store/insert-once';
import { type LeaseDocument, LeaseModel } from './lease.model';

export const leases = {
  /** The lease as it is stored now; created without an owner if none is stored. */
  async read(name: string): Promise<LeaseDocument> {
    const found = await LeaseModel.findById(name).lean<LeaseDocument>();
    if (found) return found;
    await insertOnce<LeaseDocument>(LeaseModel, { _id: name, owner: null, fence: 0, beat: 0 });
    return leases.read(name);
  },

  /** Renews the lease of this owner; returns false if another node has taken it. */
  async renew({ _id, owner, fence }: LeaseDocument): Promise<boolean> {
    const { modifiedCount } = await LeaseModel.updateOne({ _id, owner, fence }, { $inc: { beat: 1 } });
    return modifiedCount === 1;
  },

  /**
   * Takes a lease that is still exactly as it was seen, otherwise returns null; of several nodes that try, one
   * succeeds.
   */
  async take({ _id, fence, beat }: LeaseDocument, owner: string): Promise<LeaseDocument | null> {
    const taken = { _id, owner, fence: fence + 1, beat: 0 };
    const { modifiedCount } = await LeaseModel.updateOne({ _id, fence, beat }, { $set: { ...taken } });
    return modifiedCount === 1 ? taken : null;
  },

  /** Gives the lease back, so that another node need not wait. */
  async release({ _id, owner, fence }: LeaseDocument): Promise<void> {
    await LeaseModel.updateOne({ _id, owner, fence }, { $set: { owner: null } });
  },
};
