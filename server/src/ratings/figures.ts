import type { Sums } from '../sums/sums.model';
import type { DriverFigures } from './ratings.repository';

/** The figures for a driver's profile, taken from the driver's sums of all time. */
export function figuresIn({ rides, ratings, stars }: Sums): DriverFigures {
  return { average_rating: ratings === 0 ? 0 : stars / ratings, total_ratings: ratings, completed_rides: rides };
}
