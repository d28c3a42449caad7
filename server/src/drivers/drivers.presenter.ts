import type { VerificationItem } from '@boli/shared/admin/admin.schema';
import type { LogValues } from '@boli/shared/admin-log/admin-log.schema';
import { toRupees } from '@boli/shared/core/money';
import type { DriverProfile, DriverStatus } from '@boli/shared/drivers/drivers.schema';
import type { Person } from '../auth/auth.repository';
import { fileAddress } from '../uploads/addresses';
import type { DriverProfileDocument } from './drivers.model';
import { isAvailable } from './drivers.policy';

/**
 * Presents a profile with its documents to its driver or an admin; the signed addresses of the documents are valid for
 * this person only, and the cost of a kilometre is null for everybody but the driver.
 */
export function presentProfile(profile: DriverProfileDocument, viewerId: string): DriverProfile {
  return {
    id: profile._id,
    user_id: profile.user_id,
    car_model: profile.car_model,
    vehicle_number: profile.vehicle_number ?? null,
    vehicle_class: profile.vehicle_class ?? null,
    experience_years: profile.experience_years,
    license_number: profile.license_number,
    upi_id: profile.upi_id,
    cost_per_km: viewerId === profile.user_id ? ownCost(profile) : null,
    driver_photo: fileAddress(profile.driver_photo, viewerId),
    vehicle_image: fileAddress(profile.vehicle_image, viewerId),
    rc_document: fileAddress(profile.rc_document, viewerId),
    license_document: fileAddress(profile.license_document, viewerId),
    fitness_document: fileAddress(profile.fitness_document, viewerId),
    verification_status: profile.verification_status,
    rejection_reason: profile.rejection_reason,
    average_rating: profile.average_rating,
    total_ratings: profile.total_ratings,
    is_available: isAvailable(profile),
  };
}

function ownCost({ cost_per_km_paise: cost = null }: DriverProfileDocument): number | null {
  return cost === null ? null : toRupees(cost);
}

/** Presents the status of a driver to customers. */
export function presentDriverStatus(profile: DriverProfileDocument): DriverStatus {
  return {
    driver_id: profile.user_id,
    is_available: isAvailable(profile),
    verification_status: profile.verification_status,
  };
}

/** Presents a row of the admin's list of drivers to verify. */
export function presentVerificationItem(
  profile: DriverProfileDocument,
  context: { person: Person | undefined; sharedLicense: boolean; viewerId: string },
): VerificationItem {
  return {
    user: { id: profile.user_id, name: context.person?.name ?? '', email: context.person?.email ?? '' },
    profile: presentProfile(profile, context.viewerId),
    shared_license: context.sharedLicense,
  };
}

/** The fields of a driver's verification that the admin log keeps. */
export function loggedVerification(profile: DriverProfileDocument): LogValues {
  return { verification_status: profile.verification_status, rejection_reason: profile.rejection_reason };
}
