export const quoteStatuses = ['active', 'accepted', 'withdrawn', 'expired'] as const;
export type QuoteStatus = (typeof quoteStatuses)[number];

/** The statuses of quotes that the customer sees on a request. */
export const shownQuoteStatuses = ['active', 'accepted'] as const satisfies readonly QuoteStatus[];
