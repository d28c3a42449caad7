export const rideStatuses = ['open', 'booked', 'in_progress', 'completed', 'cancelled', 'expired'] as const;
/** Why a request ended without a booking when its time was over. */
export const endReasons = ['no_quotes', 'all_expired', 'all_withdrawn'] as const;
/**
 * Why a request that had quotes has none left that can be chosen. `none_left`: one of the
 * quotes ended with its booking, so that neither of the other two reasons is true of every quote.
 */
export const quotesEndings = ['all_expired', 'all_withdrawn', 'none_left'] as const;
export type QuotesEnding = (typeof quotesEndings)[number];
export type EndReason = (typeof endReasons)[number];

export type RideStatus = (typeof rideStatuses)[number];
