import { z } from 'zod';
import {
  Id,
  Latitude,
  Longitude,
  Money,
  numberText,
  oneLine,
  optional,
  optionalText,
  says,
  Timestamp,
  text,
} from '../core/fields';
import { VehicleClass } from '../fares/fares.schema';

export const verificationStatuses = ['pending', 'verified', 'rejected'] as const;
export const VerificationStatus = z.enum(verificationStatuses);
export type VerificationStatus = z.infer<typeof VerificationStatus>;

/** The five documents; `pdf` is true for those that may be a PDF. */
export const documentKinds = {
  driver_photo: { pdf: false },
  vehicle_image: { pdf: false },
  rc_document: { pdf: true },
  license_document: { pdf: true },
  fitness_document: { pdf: true },
} as const;
export type DocumentKind = keyof typeof documentKinds;
export const documentNames = [
  'driver_photo',
  'vehicle_image',
  'rc_document',
  'license_document',
  'fitness_document',
] as const satisfies readonly DocumentKind[];

export const DriverProfile = z.object({
  id: Id,
  user_id: Id,
  car_model: z.string(),
  vehicle_number: z.string().nullable(),
  vehicle_class: VehicleClass.nullable(),
  experience_years: z.number(),
  license_number: z.string(),
  upi_id: z.string().nullable(),
  /**
   * What a kilometre costs this driver, in rupees. Null if it is not set, and for every reader except this driver,
   * because it is private.
   */
  cost_per_km: Money.nullable(),
  driver_photo: z.string().nullable(),
  vehicle_image: z.string().nullable(),
  rc_document: z.string().nullable(),
  license_document: z.string().nullable(),
  fitness_document: z.string().nullable(),
  verification_status: VerificationStatus,
  rejection_reason: z.string().nullable(),
  average_rating: z.number(),
  total_ratings: z.number().int(),
  is_available: z.boolean(),
});
export type DriverProfile = z.infer<typeof DriverProfile>;

const UPI_ID = /^[^@\s]+@[^@\s]+$/;
const UpiId = z
  .string()
  .overwrite(oneLine)
  .trim()
  .min(3, says('drivers.upi_form'))
  .max(100, says('drivers.upi_form'))
  .regex(UPI_ID, says('drivers.upi_form'));
/** The number on the plate, in capitals. */
const VehicleNumber = z
  .string()
  .overwrite(oneLine)
  .trim()
  .toUpperCase()
  .min(1, says('drivers.vehicle_number_length'))
  .max(20, says('drivers.vehicle_number_length'));
/** Years of experience: as text from a multipart form, or as a number from JSON. */
const Years = numberText(
  z
    .number(says('drivers.years_range'))
    .int(says('drivers.years_range'))
    .min(0, says('drivers.years_range'))
    .max(80, says('drivers.years_range')),
);

/** The highest cost of a kilometre that a driver can set, in rupees. */
export const MAX_COST_PER_KM = 100;
/** Rupees: as text from a multipart form, or as a number from JSON; a blank text clears the cost. */
const CostPerKm = z.preprocess(
  (value) => (typeof value === 'string' && value.trim() === '' ? null : value),
  optional(
    numberText(
      z
        .number(says('earned.cost_range'))
        .min(0, says('earned.cost_range'))
        .max(MAX_COST_PER_KM, says('earned.cost_range'))
        .refine((rupees) => Number(rupees.toFixed(2)) === rupees, says('money.two_decimals')),
    ),
  ),
);

export const ProfileQuery = z.object({
  /** `null`: a driver without a profile gets 200 with `null` instead of a 404, which browsers log as an error. */
  missing: optional(z.literal('null')),
});
/** The query by which a page reads a driver's profile if the driver may have none. */
export const NULL_IF_MISSING = { missing: 'null' } as const;

export const ProfileInput = z.object({
  car_model: text(100, 'drivers.car_required'),
  vehicle_number: optionalText(VehicleNumber),
  vehicle_class: optionalText(VehicleClass),
  experience_years: Years,
  license_number: text(40, 'drivers.license_required'),
  upi_id: optionalText(UpiId),
  cost_per_km: CostPerKm,
});

/**
 * On edit every field is optional, and an absent field is not changed. `''` or null clears the UPI ID, the vehicle
 * number, its class or the cost of a kilometre: cleared fields become null here, absent ones stay undefined.
 */
export const ProfilePatch = z.object({
  car_model: ProfileInput.shape.car_model.optional(),
  vehicle_number: z.union([z.undefined(), optionalText(VehicleNumber)]),
  vehicle_class: z.union([z.undefined(), optionalText(VehicleClass)]),
  experience_years: Years.optional(),
  license_number: ProfileInput.shape.license_number.optional(),
  upi_id: z.union([z.undefined(), optionalText(UpiId)]),
  cost_per_km: z.union([z.undefined(), CostPerKm]),
});

export const AvailabilityInput = z.object({
  is_available: z.boolean(),
  lat: optional(Latitude),
  lng: optional(Longitude),
});
export const Availability = z.object({ is_available: z.boolean() });

/** The changeable fields of a driver that customers see. */
export const DriverStatus = z.object({
  driver_id: Id,
  is_available: z.boolean(),
  verification_status: VerificationStatus,
});
export type DriverStatus = z.infer<typeof DriverStatus>;

export const Earnings = z.object({
  total_earnings: Money,
  platform_fees_paid: Money,
  pending_payment: Money,
  completed_rides: z.number().int(),
  /**
   * This driver's usual price per kilometre: the median of the driver's last 20 quotes, each divided by the kilometres
   * that the driver was shown; null with fewer than three quotes.
   */
  usual_price_per_km: Money.nullable(),
  /** When the driver's last pass ends; null if no pass is valid now. */
  pass_until: Timestamp.nullable(),
});
export type Earnings = z.infer<typeof Earnings>;

/** The highest count of drivers near a point that a customer is shown: "10 or more". */
export const MOST_DRIVERS_NEAR = 10;
export const DriversNear = z.object({
  count: z.number().int().min(0).max(MOST_DRIVERS_NEAR),
  /** Roughly how far around the point drivers are counted. */
  radius_km: z.number(),
});
export type DriversNear = z.infer<typeof DriversNear>;
