/* What the model of a counter-offer consists of (testing/counter-offer.protocol.ts). */

/** A guard of a write: in its check, in its filter, or in what it stores. The tests leave out one after the other. */
export type Guard =
  | 'choose: the version that was read'
  | 'choose: the price that the customer confirmed'
  | 'choose: the request and the quote are free'
  | 'choose: the quote has not run out'
  | 'counter: the first one'
  | 'counter: the version that was read'
  | 'counter: the request is open'
  | 'counter: ends with its quote at the latest'
  | 'answer: within its time'
  | 'answer: none was given'
  | 'answer: the version that was read'
  | 'answer: the quote is active'
  | 'quote again: closes the counter-offer'
  | 'quote again: answers only within the time'
  | 'raise: the request is open'
  | 'raise: higher than before';

/** The ride request and its quote. */
export interface Document {
  request: 'open' | 'booked' | 'cancelled';
  quote: 'active' | 'withdrawn' | 'expired' | 'accepted';
  /** The version of the quote. */
  version: number;
  /** The price that the customer asks for on the request. */
  asked: number | null;
  price: number;
  ends: number;
  counter: { price: number; until: number; answer: 'yes' | 'keep' | null } | null;
}

/** What a writer knows: the price that its person saw, and the document that it read, with the time. */
export interface Known {
  seen?: number | null;
  read?: Document;
  at?: number;
}

export interface State {
  now: number;
  document: Document;
  /** How far each writer is, and what it knows. A writer at `ENDED` has ended. */
  writers: Readonly<Record<string, { step: number } & Known>>;
  /** What has happened, for the invariants. */
  bookings: number;
  counters: number;
  yeses: number;
  /** The invariant that the last step broke. */
  broken: string | null;
}

/** The step of a writer that has ended. */
export const ENDED = 9;
export type Write = (state: State, known: Known) => Partial<State> | null;
export interface Writer {
  /** Which price its person looks at first: the quote's, or the one that the customer asks for. */
  looks?: 'price' | 'asked';
  /** Whether the writer continues after its read. */
  may: (read: Document, now: number, known: Known) => boolean;
  /** The conditional update: what changes; null if the filter does not match. */
  write: Write;
}
