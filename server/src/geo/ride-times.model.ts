import mongoose from 'mongoose';
import { documentSchema, number, type Stored, text, time, whole } from '../store/document';

const rideTimeFields = { _id: text, driver_id: text, band: whole, ratio: number, at: time };

/**
 * The duration of a finished ride compared with that on roads without traffic. `_id` is the id of its booking; `ratio` the seconds that
 * the ride took, divided by its free-flow seconds; `band` the band of the local day (time-factor.ts); `at` the start of
 * the ride. Kept for half a year.
 */
export type RideTimeDocument = Stored<typeof rideTimeFields>;

const HALF_A_YEAR_S = 180 * 86_400;

const schema = documentSchema('ride_times', rideTimeFields);
schema.index({ band: 1, at: -1 });
schema.index({ band: 1, driver_id: 1, at: -1 });
schema.index({ at: 1 }, { expireAfterSeconds: HALF_A_YEAR_S });

export const RideTimeModel = mongoose.model<RideTimeDocument>('RideTime', schema);
