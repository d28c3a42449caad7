export const rideStatuses = ['open', 'booked', 'in_progress', 'completed', 'cancelled', 'expired'] as const;
export type RideStatus = (typeof rideStatuses)[number];

/** A ride request that can still change by itself or by somebody. */
export const liveRideStatuses = ['open', 'booked', 'in_progress'] as const satisfies readonly RideStatus[];
