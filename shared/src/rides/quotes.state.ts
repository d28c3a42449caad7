export const quoteStatuses = ['active', 'accepted', 'withdrawn', 'expired'] as const;
export type QuoteStatus = (typeof quoteStatuses)[number];

/** What the customer sees of the quotes on a request. */
export const shownQuoteStatuses = ['active', 'accepted'] as const satisfies readonly QuoteStatus[];
