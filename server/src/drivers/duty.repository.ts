import { insertOnce } from '../store/insert-once';
import { type DutyDocument, DutyModel } from './duty.model';

export const duties = {
  async byDriver(driverId: string): Promise<DutyDocument | null> {
    return DutyModel.findById(driverId).lean<DutyDocument>();
  },

  async byDrivers(driverIds: readonly string[]): Promise<Map<string, DutyDocument>> {
    const rows = await DutyModel.find({ _id: { $in: driverIds } }).lean<DutyDocument[]>();
    return new Map(rows.map((row) => [row._id, row]));
  },

  /** Stores the duty of a driver who has none. */
  async insert(duty: DutyDocument): Promise<void> {
    await insertOnce(DutyModel, duty);
  },

  /** Replaces the duty that was read; does nothing if another process has counted the same time. */
  async replace(read: DutyDocument, { worked_ms, last_at }: DutyDocument): Promise<void> {
    await DutyModel.updateOne({ _id: read._id, last_at: read.last_at }, { $set: { worked_ms, last_at } });
  },
};
