import { documentNames, verificationStatuses } from '@boli/shared/drivers/drivers.schema';
import { vehicleClasses } from '@boli/shared/fares/fares.schema';
import mongoose from 'mongoose';
import {
  added,
  documentSchema,
  flag,
  nullable,
  number,
  oneOf,
  optional,
  paise,
  type Stored,
  text,
  time,
  withDefault,
} from '../store/document';

const file = nullable(text);

const driverProfileFields = {
  _id: text,
  user_id: text,
  car_model: text,
  vehicle_number: added(nullable(text)),
  vehicle_class: added(nullable(oneOf(vehicleClasses))),
  /** When the driver was asked for the missing vehicle number by a notification, which happens once. */
  vehicle_number_asked_at: added(nullable(time)),
  experience_years: number,
  license_number: text,
  /** The licence number without spaces and hyphens, in upper case. It shows admins that two drivers share a licence. */
  license_key: text,
  upi_id: nullable(text),
  /** What a kilometre costs the driver, who is the only person to see it. */
  cost_per_km_paise: added(nullable(paise)),
  driver_photo: file,
  vehicle_image: file,
  rc_document: file,
  license_document: file,
  fitness_document: file,
  verification_status: oneOf(verificationStatuses),
  rejection_reason: nullable(text),
  /** When an admin decided, and when the decision was undone; null as soon as the driver changes the profile. */
  decided_at: added(nullable(time)),
  decision_undone_at: added(nullable(time)),
  average_rating: withDefault(number, 0),
  total_ratings: withDefault(number, 0),
  completed_rides: withDefault(number, 0),
  online_switch: withDefault(flag, true),
  position_lat: nullable(number),
  position_lng: nullable(number),
  position_at: nullable(time),
  /** The H3 cell of the position (`position-cell.ts`), by which drivers near a point are counted. */
  position_cell: added(nullable(text)),
  version: withDefault(number, 1),
  follow_up: optional(time),
  created_at: time,
  /** When the documents were last submitted: the order of the admin's list. */
  submitted_at: time,
};

/**
 * A driver's profile as it is stored. The five documents are ids of stored files. `online_switch` is what the driver
 * has chosen; a driver is available only with a live connection as well. `follow_up` is set while consequences of the
 * last change of the verification are pending.
 */
export type DriverProfileDocument = Stored<typeof driverProfileFields>;

const schema = documentSchema('driver_profiles', driverProfileFields);
schema.index({ user_id: 1 }, { unique: true });
schema.index({ verification_status: 1, submitted_at: -1 });
schema.index({ license_key: 1 });
schema.index({ follow_up: 1 });
// Counts the online drivers near a point without reading any profile.
schema.index({ position_cell: 1, online_switch: 1, verification_status: 1, position_at: 1 });
// Finds the driver to whose documents a file belongs.
for (const name of documentNames) schema.index({ [name]: 1 });

export const DriverProfileModel = mongoose.model<DriverProfileDocument>('DriverProfile', schema);
