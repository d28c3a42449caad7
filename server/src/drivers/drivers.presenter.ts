import type { VerificationItem } from '@boli/shared/admin/admin.schema';
import type { DriverProfile, DriverStatus } from '@boli/shared/drivers/drivers.schema';
import type { Person } from '../auth/auth.repository';
import { fileAddress } from '../uploads/addresses';
import type { DriverProfileDocument } from './drivers.model';
import { isAvailable } from './drivers.policy';

/** A profile with its documents, as its driver and admins see it. */
export function presentProfile(profile: DriverProfileDocument): DriverProfile {
  return {
    id: profile._id,
    user_id: profile.user_id,
    car_model: profile.car_model,
    experience_years: profile.experience_years,
    license_number: profile.license_number,
    upi_id: profile.upi_id,
    driver_photo: fileAddress(profile.driver_photo),
    vehicle_image: fileAddress(profile.vehicle_image),
    rc_document: fileAddress(profile.rc_document),
    license_document: fileAddress(profile.license_document),
    fitness_document: fileAddress(profile.fitness_document),
    verification_status: profile.verification_status,
    rejection_reason: profile.rejection_reason,
    average_rating: profile.average_rating,
    total_ratings: profile.total_ratings,
    is_available: isAvailable(profile),
  };
}

/** What customers see change of a driver. */
export function presentDriverStatus(profile: DriverProfileDocument): DriverStatus {
  return {
    driver_id: profile.user_id,
    is_available: isAvailable(profile),
    verification_status: profile.verification_status,
  };
}

/** A row of the admin's list of documents to look at. */
export function presentVerificationItem(
  profile: DriverProfileDocument,
  context: { person: Person | undefined; sharedLicense: boolean },
): VerificationItem {
  return {
    user: { id: profile.user_id, name: context.person?.name ?? '', email: context.person?.email ?? '' },
    profile: presentProfile(profile),
    shared_license: context.sharedLicense,
  };
}
