import { followUpMarks } from '../core/reconcile.repository';
import { insertOnce } from '../store/insert-once';
import { type PassDocument, PassModel } from './passes.model';

export const passes = {
  ...followUpMarks(PassModel),

  /**
   * Stores a pass; returns false if this pass is stored already, or if another pass of the driver has the same number.
   */
  async insert(pass: PassDocument): Promise<boolean> {
    return insertOnce(PassModel, pass);
  },

  async byId(id: string): Promise<PassDocument | null> {
    return PassModel.findById(id).lean<PassDocument>();
  },

  /** The pass that the driver has bought last, which is also the last to end. */
  async last(driverId: string): Promise<PassDocument | null> {
    return PassModel.findOne({ driver_id: driverId }).sort({ nth: -1 }).lean<PassDocument>();
  },
};
