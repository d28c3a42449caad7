import { RideModel } from '../rides/rides.model';
import { isDuplicateKey } from '../store/duplicate';
import { type FavoriteDocument, FavoriteModel } from './favorites.model';

const idOf = (customerId: string, driverId: string) => `${customerId}:${driverId}`;

export const favorites = {
  /** A customer's favorites, newest first. */
  async of(customerId: string): Promise<FavoriteDocument[]> {
    return FavoriteModel.find({ customer_id: customerId }).sort({ created_at: -1 }).lean<FavoriteDocument[]>();
  },

  async has(customerId: string, driverId: string): Promise<boolean> {
    return (await FavoriteModel.exists({ _id: idOf(customerId, driverId) })) !== null;
  },

  async count(customerId: string): Promise<number> {
    return FavoriteModel.countDocuments({ customer_id: customerId });
  },

  /** Keeps a driver; one that is kept already stays as it is. */
  async insertOnce(customerId: string, driverId: string, now: Date): Promise<void> {
    try {
      await FavoriteModel.create({
        _id: idOf(customerId, driverId),
        customer_id: customerId,
        driver_id: driverId,
        created_at: now,
      });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  },

  async remove(customerId: string, driverId: string): Promise<void> {
    await FavoriteModel.deleteOne({ _id: idOf(customerId, driverId) });
  },

  /** Of these drivers, those that this customer keeps. */
  async among(customerId: string, driverIds: readonly string[]): Promise<string[]> {
    const ids = driverIds.map((driverId) => idOf(customerId, driverId));
    const rows = await FavoriteModel.find({ _id: { $in: ids } }, { driver_id: 1 }).lean<FavoriteDocument[]>();
    return rows.map((row) => row.driver_id);
  },

  /** Whether this driver ever quoted on a request of this customer. */
  async hasQuotedTo(customerId: string, driverId: string): Promise<boolean> {
    return (await RideModel.exists({ customer_id: customerId, 'quotes.driver_id': driverId })) !== null;
  },
};
