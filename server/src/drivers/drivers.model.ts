import { documentNames, type VerificationStatus, verificationStatuses } from '@boli/shared/drivers/drivers.schema';
import mongoose from 'mongoose';

/**
 * A driver's profile as it is stored. The five documents are ids of stored files. `online_switch` is the driver's own;
 * whether a driver is available also needs a live connection. `follow_up` is set while consequences of the last change
 * of the verification are still to be done.
 */
export interface DriverProfileDocument {
  _id: string;
  user_id: string;
  car_model: string;
  experience_years: number;
  license_number: string;
  /** The licence number without spaces and case, for the hint that two drivers share one. */
  license_key: string;
  upi_id: string | null;
  driver_photo: string | null;
  vehicle_image: string | null;
  rc_document: string | null;
  license_document: string | null;
  fitness_document: string | null;
  verification_status: VerificationStatus;
  rejection_reason: string | null;
  average_rating: number;
  total_ratings: number;
  completed_rides: number;
  online_switch: boolean;
  position_lat: number | null;
  position_lng: number | null;
  position_at: Date | null;
  version: number;
  follow_up?: Date;
  created_at: Date;
  /** When the documents were last handed in: the order of the admin's list. */
  submitted_at: Date;
}

const file = { type: String, default: null };

const schema = new mongoose.Schema<DriverProfileDocument>(
  {
    _id: { type: String, required: true },
    user_id: { type: String, required: true },
    car_model: { type: String, required: true },
    experience_years: { type: Number, required: true },
    license_number: { type: String, required: true },
    license_key: { type: String, required: true },
    upi_id: { type: String, default: null },
    driver_photo: file,
    vehicle_image: file,
    rc_document: file,
    license_document: file,
    fitness_document: file,
    verification_status: { type: String, enum: verificationStatuses, required: true },
    rejection_reason: { type: String, default: null },
    average_rating: { type: Number, default: 0 },
    total_ratings: { type: Number, default: 0 },
    completed_rides: { type: Number, default: 0 },
    online_switch: { type: Boolean, default: true },
    position_lat: { type: Number, default: null },
    position_lng: { type: Number, default: null },
    position_at: { type: Date, default: null },
    version: { type: Number, default: 1 },
    follow_up: Date,
    created_at: { type: Date, required: true },
    submitted_at: { type: Date, required: true },
  },
  { versionKey: false, collection: 'driver_profiles' },
);
schema.index({ user_id: 1 }, { unique: true });
schema.index({ verification_status: 1, submitted_at: -1 });
schema.index({ license_key: 1 });
schema.index({ follow_up: 1 });
// Whose document a file is.
for (const name of documentNames) schema.index({ [name]: 1 });

export const DriverProfileModel = mongoose.model<DriverProfileDocument>('DriverProfile', schema);
