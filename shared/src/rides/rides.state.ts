export const rideStatuses = ['open', 'booked', 'in_progress', 'completed', 'cancelled', 'expired'] as const;
export type RideStatus = (typeof rideStatuses)[number];
