export const rideStatuses = ['open', 'booked', 'in_progress', 'completed', 'cancelled', 'expired'] as const;
/** Why a request expired: `all_expired` also if its quotes ended in different ways, or if a quote's booking ended. */
export const endReasons = ['no_quotes', 'all_expired', 'all_withdrawn'] as const;
/**
 * Why a request that had quotes has none left that can be chosen. `none_left`: one of the quotes ended with its
 * booking. Otherwise `all_withdrawn` if every quote was withdrawn, and `all_expired` if at least one of them expired.
 */
export const quotesEndings = ['all_expired', 'all_withdrawn', 'none_left'] as const;
export type QuotesEnding = (typeof quotesEndings)[number];
export type EndReason = (typeof endReasons)[number];

export type RideStatus = (typeof rideStatuses)[number];
