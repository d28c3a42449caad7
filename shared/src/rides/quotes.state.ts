export const quoteStatuses = ['active', 'accepted', 'withdrawn', 'expired'] as const;
export type QuoteStatus = (typeof quoteStatuses)[number];

/** How many minutes a driver may let a quote hold. */
export const holdMinutes = [2, 5, 10, 30] as const;
export type HoldMinutes = (typeof holdMinutes)[number];

/** How long a quote on an unscheduled request holds unless the driver chooses, in minutes. */
export const DEFAULT_HOLD_MIN: HoldMinutes = 5;

/** The answers of a driver to a counter-offer. */
export const counterAnswers = ['yes', 'keep'] as const;
export type CounterAnswer = (typeof counterAnswers)[number];

/** The statuses of quotes that the customer sees on a request. */
export const shownQuoteStatuses = ['active', 'accepted'] as const satisfies readonly QuoteStatus[];
