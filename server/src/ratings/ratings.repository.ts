import { BookingModel } from '../bookings/bookings.model';

/** A driver's average rating (0 without ratings), and the numbers of rated and of completed rides. */
export interface DriverFigures {
  average_rating: number;
  total_ratings: number;
  completed_rides: number;
}

export const ratings = {
  /** Computes a driver's figures from the completed rides. */
  async figuresOf(driverId: string): Promise<DriverFigures> {
    const [row] = await BookingModel.aggregate<{ sum: number; rated: number; completed: number }>([
      { $match: { driver_id: driverId, status: 'completed' } },
      {
        $group: {
          _id: null,
          sum: { $sum: '$rating' },
          rated: { $sum: { $cond: [{ $eq: ['$rating', null] }, 0, 1] } },
          completed: { $sum: 1 },
        },
      },
    ]);
    const rated = row?.rated ?? 0;
    return {
      average_rating: rated === 0 ? 0 : (row?.sum ?? 0) / rated,
      total_ratings: rated,
      completed_rides: row?.completed ?? 0,
    };
  },
};
