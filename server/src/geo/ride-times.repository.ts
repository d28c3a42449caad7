import { type RideTimeDocument, RideTimeModel } from './ride-times.model';

/** The maximum number of rides of one driver in a band; the newest are kept. */
const RIDES_OF_ONE = 5;

/**
 * Stores a ride's time, once for each booking. Only the newest `RIDES_OF_ONE` rides of each driver in a band are kept.
 */
export async function addRideTime({ _id, ...time }: RideTimeDocument): Promise<void> {
  await RideTimeModel.updateOne({ _id }, { $setOnInsert: time }, { upsert: true });
  const { band, driver_id } = time;
  const older = await RideTimeModel.find({ band, driver_id }, { _id: 1 })
    .sort({ at: -1, _id: -1 })
    .skip(RIDES_OF_ONE)
    .lean();
  if (older.length > 0) await RideTimeModel.deleteMany({ _id: { $in: older.map((ride) => ride._id) } });
}

/** The ratios of the newest rides of a band of the day. */
export async function newestRatios(band: number, limit: number): Promise<number[]> {
  const rides = await RideTimeModel.find({ band }, { ratio: 1 }).sort({ at: -1 }).limit(limit).lean();
  return rides.map(({ ratio }) => ratio);
}
