import type { Quote } from '@boli/shared/rides/quotes.schema';
import { useServerTime } from '../../../core/server-time';
import { type QuotePhase, quotePhase } from './quote-clock';

interface Unexpired {
  /** The given quotes in their order, without withdrawn ones and those that expired more than 3 s ago. */
  shown: Quote[];
  /** Whether a shown quote has expired. */
  isExpired: (quote: Quote) => boolean;
}

/** Follows the clocks of quotes. On a request that is not open, only the chosen quote and active ones are shown. */
export function useUnexpired(quotes: readonly Quote[], isOpen: boolean): Unexpired {
  const phases = useServerTime((now) => quotes.map((quote) => quotePhase(quote, now)).join(' ')).split(' ');
  const byId = new Map(quotes.map((quote, at) => [quote.id, phases[at] as QuotePhase]));
  const isExpired = ({ id }: Quote) => byId.get(id) === 'expired';
  const isGone = (quote: Quote) => byId.get(quote.id) === 'gone' || (isExpired(quote) && !isOpen);
  return { shown: quotes.filter((quote) => !isGone(quote)), isExpired };
}
