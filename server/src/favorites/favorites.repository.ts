import { insertOnce } from '../store/insert-once';
import { type FavoriteDocument, FavoriteModel } from './favorites.model';

const idOf = (customerId: string, driverId: string) => `${customerId}:${driverId}`;

export const favorites = {
  /** A customer's favorites, newest first. */
  async of(customerId: string): Promise<FavoriteDocument[]> {
    return FavoriteModel.find({ customer_id: customerId }).sort({ created_at: -1 }).lean<FavoriteDocument[]>();
  },

  async count(customerId: string): Promise<number> {
    return FavoriteModel.countDocuments({ customer_id: customerId });
  },

  /** Adds a favorite; an existing one is left unchanged. Returns true when it was added. */
  async insert(customerId: string, driverId: string, now: Date): Promise<boolean> {
    return insertOnce(FavoriteModel, {
      _id: idOf(customerId, driverId),
      customer_id: customerId,
      driver_id: driverId,
      created_at: now,
    });
  },

  async remove(customerId: string, driverId: string): Promise<void> {
    await FavoriteModel.deleteOne({ _id: idOf(customerId, driverId) });
  },

  /** Returns the given drivers that are favorites of this customer. */
  async among(customerId: string, driverIds: readonly string[]): Promise<string[]> {
    const ids = driverIds.map((driverId) => idOf(customerId, driverId));
    const rows = await FavoriteModel.find({ _id: { $in: ids } }, { driver_id: 1 }).lean<FavoriteDocument[]>();
    return rows.map((row) => row.driver_id);
  },
};
