import type { Reference } from '@boli/shared/fares/fares.schema';
import type { Quote } from '@boli/shared/rides/quotes.schema';

const SECOND_MS = 1_000;
/** The step of the prices that are offered, in rupees. */
const STEP = 5;
/** The shares of a quote's price that are offered if too few usual prices are below it. */
const SHARES = [0.95, 0.9, 0.85];
const MOST_CHIPS = 3;

/**
 * What became of a counter-offer: not made, not answered yet, answered, passed without an answer, or answered with yes
 * before the driver named another price (`moved`).
 */
export type CounterPhase = 'none' | 'pending' | 'yes' | 'keep' | 'passed' | 'moved';

type Countered = Pick<Quote, 'counter' | 'status' | 'price'>;

/** The phase of a quote's counter-offer at the server's time `now` (epoch ms). */
export function counterPhase({ counter, status, price }: Countered, now: number): CounterPhase {
  // A quote that this device stored before the field existed lacks it.
  if (!counter || status === 'accepted') return 'none';
  if (counter.answer === 'yes' && price !== counter.price) return 'moved';
  if (counter.answer) return counter.answer;
  return status === 'active' && Date.parse(counter.expires_at) > now ? 'pending' : 'passed';
}

/** The whole seconds until a time, rounded up; 0 after that time. */
export const secondsLeft = (until: string, now: number): number =>
  Math.max(0, Math.ceil((Date.parse(until) - now) / SECOND_MS));

/**
 * At most three prices below a quote (rupees) to ask for, highest first: usual ones, and if these are too few, some a
 * little below the quote. Prices that the law forbids are left out.
 */
export function counterPrices(
  price: number,
  reference: Reference | null,
  isAllowed: (price: number) => boolean = () => true,
): number[] {
  const usual = reference ? [reference.high, reference.mid, reference.low] : [];
  const below = SHARES.map((share) => Math.floor((price * share) / STEP) * STEP);
  const found = [...usual, ...below].filter((other) => other > 0 && other < price && isAllowed(other));
  return [...new Set(found)].slice(0, MOST_CHIPS).sort((a, b) => b - a);
}
