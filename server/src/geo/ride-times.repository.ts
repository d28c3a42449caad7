import { type RideTimeDocument, RideTimeModel } from './ride-times.model';

/** Stores a ride's time; a booking has one. */
export async function addRideTime({ _id, ...time }: RideTimeDocument): Promise<void> {
  await RideTimeModel.updateOne({ _id }, { $setOnInsert: time }, { upsert: true });
}

/** The newest rides of a band of the day, newest first. */
export function newestRideTimes(band: number, limit: number): Promise<Pick<RideTimeDocument, 'driver_id' | 'ratio'>[]> {
  return RideTimeModel.find({ band }, { driver_id: 1, ratio: 1 }).sort({ at: -1 }).limit(limit).lean();
}
