import { z } from 'zod';
import { Id, optionalText, says, severalLines, Timestamp } from '../core/fields';

export const Rating = z.object({
  booking_id: Id,
  rating: z.number().int(),
  review: z.string().nullable(),
  created_at: Timestamp,
});
export const RatingInput = z.object({
  booking_id: Id,
  rating: z
    .number(says('ratings.required'))
    .int(says('ratings.range'))
    .min(1, says('ratings.range'))
    .max(5, says('ratings.range')),
  review: optionalText(z.string().overwrite(severalLines).trim().max(1000, says('ratings.review_long'))),
});
