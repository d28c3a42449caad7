import type { Rating } from '@boli/shared/ratings/ratings.schema';
import type { z } from 'zod';
import type { BookingDocument } from '../bookings/bookings.model';

/** Presents the rating of a rated booking. */
export function presentRating(booking: BookingDocument): z.output<typeof Rating> {
  return {
    booking_id: booking._id,
    rating: booking.rating ?? 0,
    review: booking.review,
    created_at: (booking.rated_at ?? booking.created_at).toISOString(),
  };
}
