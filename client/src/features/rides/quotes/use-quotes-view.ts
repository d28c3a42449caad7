import type { Quote } from '@boli/shared/rides/quotes.schema';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useAddress } from '../../../core/address-bar';
import { prefersReducedMotion } from '../../../core/motion';
import { useDesktop } from '../../../core/screen';
import type { SyncState } from '../../../core/sync';
import { t } from '../../../core/t';
import { toast } from '../../../core/toast';
import { TOP_SNAP } from '../../../ui/stage/MapStage';
import type { QuoteCardProps } from './QuoteCard';
import { type QuoteOrder, sortQuotes } from './quote-order';
import { quoteTags } from './quote-tags';
import { quotesOf, useQuotes } from './quotes.store';
import { useNewQuotes } from './use-arrivals';
import { useOpenAgain } from './use-open-again';
import { useUnexpired } from './use-unexpired';
import { useWaitOutlook } from './use-wait-outlook';

/** The names of a quote's dialogs in the URL: the booking of the quote, all its details, and the counter-offer. */
const BOOK = 'book';
const BID = 'bid';
const COUNTER = 'counter';
/** The snap with only the tapped quote below the map. */
export const PEEK = 0;
/** The snap with three whole quotes below the map. */
const FIRST_SNAP = 1;

/** What a list of quotes needs to show its cards. */
export interface QuotesHandling {
  cardOf: (quote: Quote) => QuoteCardProps;
  /** The ids of quotes that have just arrived. */
  fresh: ReadonlySet<string>;
}

/** Shows a toast when the quote of an open dialog is withdrawn or expires; `onLost` then closes the dialog. */
function useLostChoice(quote: Quote | undefined, onLost: () => void): void {
  const status = quote?.status;
  const lost = useRef(onLost);
  useEffect(() => {
    lost.current = onLost;
  });
  useEffect(() => {
    if (status !== 'withdrawn' && status !== 'expired') return;
    toast.info(status === 'expired' ? t('quotes.expired') : t('quotes.not_active', { status }));
    lost.current();
  }, [status]);
}

/** The dialogs named by the URL: the quote being booked, the opened quote, and the functions that change the URL. */
function useQuoteDialogs(quotes: readonly Quote[], isOpen: boolean) {
  const { params, go } = useAddress();
  const byId = useQuotes((held) => held.byId);
  const dialog = params.get('dialog');
  const id = params.get('quote') ?? '';
  const named = quotes.find((quote) => quote.id === id);
  const [isBack, setBack] = useState(false);
  const close = () => go({ dialog: null, quote: null }, { replace: true });
  useLostChoice(dialog === BOOK || dialog === BID || dialog === COUNTER ? byId[id] : undefined, close);
  return {
    chosen: isOpen && dialog === BOOK ? named : undefined,
    opened: dialog === BID ? named : undefined,
    countered: isOpen && dialog === COUNTER ? named : undefined,
    // Replaces the dialog of the opened quote, so that Back leads to the list.
    select: (quote: Quote) => go({ dialog: BOOK, quote: quote.id }, { replace: dialog === BID }),
    /** Whether the user has come back to the opened quote from its counter-offer. */
    isBack,
    open: (quote: Quote) => {
      setBack(false);
      go({ dialog: BID, quote: quote.id });
    },
    // The opened quote and its counter-offer replace each other: Back leads to the list from both.
    counter: (quote: Quote) => go({ dialog: COUNTER, quote: quote.id }, { replace: true }),
    closeCounter: () => {
      setBack(true);
      go({ dialog: BID }, { replace: true });
    },
    close,
  };
}

/** Where the sheet rests and whether the quotes are compared in a table, which needs the sheet's full height. */
function useLayout() {
  const desktop = useDesktop();
  const [snap, setSnap] = useState(FIRST_SNAP);
  const [wantsTable, setWantsTable] = useState(false);
  return {
    desktop,
    snap,
    isPeek: !desktop && snap === PEEK,
    isComparing: wantsTable && (desktop || snap === TOP_SNAP),
    setSnap: (next: number) => {
      setSnap(next);
      setWantsTable(false);
    },
    compare: (wanted: boolean) => {
      setWantsTable(wanted);
      if (wanted) setSnap(TOP_SNAP);
    },
  };
}

interface QuotesViewInput {
  ride: RideRequest;
  /** Whether the quotes of the request are loaded. */
  state: SyncState;
  /** How many bookings of this request have ended without a ride. */
  reopenings: number;
  heart: (quote: Quote) => ReactNode;
}

/** The state of Available Quotes: the quotes in order, the one in focus, the open dialog, and where the sheet rests. */
export function useQuotesView({ ride, state, reopenings, heart }: QuotesViewInput) {
  const byId = useQuotes((held) => held.byId);
  const [order, setOrder] = useState<QuoteOrder>('price');
  const [touched, setTouched] = useState<string | null>(null);
  const layout = useLayout();
  const isOpen = ride.status === 'open';
  const { shown, isExpired } = useUnexpired(quotesOf(byId, ride.id), isOpen);
  const quotes = sortQuotes(shown, order);
  const focusedId = quotes.some((quote) => quote.id === touched) ? touched : (quotes[0]?.id ?? null);
  const dialogs = useQuoteDialogs(quotes, isOpen);
  const { fresh, clear, news } = useNewQuotes(quotes, state === 'ready');
  const tags = quoteTags(quotes.filter((quote) => !isExpired(quote)));
  const quoteIds = quotes.map(({ id }) => id);
  const openAgain = useOpenAgain({ rideId: ride.id, reopenings, quoteIds, isReady: isOpen && state === 'ready' });
  const press = (id: string) => {
    setTouched(id);
    document
      .getElementById(`quote-${id}`)
      ?.scrollIntoView({ block: 'center', behavior: prefersReducedMotion() ? 'auto' : 'smooth' });
  };
  const prices = quotes.filter((quote) => quote.status === 'active' && !isExpired(quote)).map(({ price }) => price);
  const outlook = useWaitOutlook(ride, prices.length === 0 ? null : Math.min(...prices));
  const canSelect = (quote: Quote) => isOpen && quote.status === 'active' && !isExpired(quote);
  const selectOf = (quote: Quote) => (canSelect(quote) ? () => dialogs.select(quote) : null);
  const askOf = (quote: Quote) =>
    canSelect(quote) && !quote.counter && quote.price > 0 ? () => dialogs.counter(quote) : null;
  const cardOf = (quote: Quote): QuoteCardProps => ({
    quote,
    expired: isExpired(quote),
    tag: tags.get(quote.id),
    focused: quote.id === focusedId,
    fresh: fresh.has(quote.id),
    onFocus: () => setTouched(quote.id),
    onOpen: () => {
      setTouched(quote.id);
      dialogs.open(quote);
    },
    onSelect: selectOf(quote),
    heart: heart(quote),
  });
  return {
    ...{
      ...layout,
      ...dialogs,
      quotes,
      order,
      focusedId,
      isOpen,
      fresh,
      news,
      outlook,
      cardOf,
      selectOf,
      askOf,
      press,
      openAgain,
    },
    setOrder,
    focus: setTouched,
    seen: clear,
  };
}
export type QuotesViewState = ReturnType<typeof useQuotesView>;
