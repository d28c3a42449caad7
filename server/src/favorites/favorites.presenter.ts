import type { Favorite } from '@boli/shared/favorites/favorites.schema';
import type { Person } from '../auth/auth.repository';
import type { DriverProfileDocument } from '../drivers/drivers.model';
import { isAvailable } from '../drivers/drivers.policy';
import { fileAddress } from '../uploads/addresses';

/** Presents a favorite driver to the customer. Of the driver's documents only the photo is shown. */
export function presentFavorite(
  profile: DriverProfileDocument,
  person: Person | undefined,
  viewerId: string,
): Favorite {
  return {
    id: profile._id,
    user_id: profile.user_id,
    driver_name: person?.name ?? '',
    driver_photo: fileAddress(profile.driver_photo, viewerId),
    verification_status: profile.verification_status,
    car_model: profile.car_model,
    experience_years: profile.experience_years,
    average_rating: profile.average_rating,
    total_ratings: profile.total_ratings,
    is_available: isAvailable(profile),
  };
}
