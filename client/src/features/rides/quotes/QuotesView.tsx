import type { Booking } from '@boli/shared/bookings/bookings.schema';
import type { Quote } from '@boli/shared/rides/quotes.schema';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import type { ReactNode } from 'react';
import type { Proof } from '../../../core/lost-reply';
import type { SyncState } from '../../../core/sync';
import { useTopOfPanel } from '../../../core/use-top-of-panel';
import { LoadFailed } from '../../../ui/LoadFailed';
import { OfflineReason } from '../../../ui/OnlineButton';
import { RowsSkeleton } from '../../../ui/RowsSkeleton';
import { ClosedRide } from './ClosedRide';
import { CompareQuotes } from './CompareQuotes';
import { CounterDialog } from './CounterDialog';
import { OpenAgain } from './OpenAgain';
import { QuoteDetailsDialog } from './QuoteDetailsDialog';
import { QuoteList } from './QuoteList';
import { QuotePager } from './QuotePager';
import { QuoteSound } from './QuoteSound';
import { QuotesBeside } from './QuotesBeside';
import { QuotesStage } from './QuotesStage';
import { upsertQuote } from './quotes.store';
import { type PromoSlot, SelectPaymentDialog } from './SelectPaymentDialog';
import { SortQuotes } from './SortQuotes';
import { TakeOrWait } from './TakeOrWait';
import { type QuotesViewState, useQuotesView } from './use-quotes-view';
import { WaitingForQuotes } from './WaitingForQuotes';

interface QuotesViewProps {
  ride: RideRequest;
  /** Whether the quotes of the request are loaded. */
  state: SyncState;
  /** How many bookings of this request have ended without a ride. */
  reopenings: number;
  onRetry: () => void;
  onBack: () => void;
  onBooked: (booking: Booking) => void;
  /** Returns the proof that the quote of this id was booked, for a lost response. */
  proofOf: (quoteId: string) => Proof<Booking>;
  onOpenBooking: (id: string) => void;
  /** The promo code input of the booking. */
  promo: PromoSlot;
  /** Shown beside the button of each quote. */
  heart: (quote: Quote) => ReactNode;
  /** Shown below the quotes of an open request. */
  below?: ReactNode;
}

/** The quotes one at a time, as a table or as a list; without quotes, the state of the wait for them. */
function Quotes({ view, props }: { view: QuotesViewState; props: QuotesViewProps }) {
  const { quotes, focusedId, isOpen, outlook } = view;
  if (quotes.length === 0) {
    if (!isOpen) return null;
    if (props.state === 'ready')
      return <WaitingForQuotes ride={props.ride} isReopened={props.reopenings > 0} outlook={outlook} />;
    // No empty state before the first load.
    return props.state === 'failed' ? <LoadFailed onRetry={props.onRetry} /> : <RowsSkeleton rows={2} />;
  }
  const shared = { quotes, focusedId, onFocus: view.focus };
  if (view.isPeek) return <QuotePager {...shared} cardOf={view.cardOf} fresh={view.fresh} />;
  if (view.isComparing) return <CompareQuotes {...shared} selectOf={view.selectOf} />;
  return <QuoteList quotes={quotes} order={view.order} cardOf={view.cardOf} fresh={view.fresh} onSeen={view.seen} />;
}

/** The quotes, with the parts about the request above and below them. */
function Content({ view, props }: { view: QuotesViewState; props: QuotesViewProps }) {
  const { ride, onOpenBooking, below } = props;
  const top = useTopOfPanel<HTMLParagraphElement>(view.isOpen ? 'open' : 'closed');
  return (
    <>
      <p ref={top} className="visually-hidden" role="status">
        {view.news}
      </p>
      {!view.isOpen && <ClosedRide ride={ride} onOpenBooking={onOpenBooking} />}
      {view.isOpen && view.openAgain.isShown && !view.isPeek && <OpenAgain onClose={view.openAgain.close} />}
      {/* Says why the hearts are disabled without a network. */}
      {view.quotes.length > 0 && <OfflineReason />}
      <Quotes view={view} props={props} />
      {view.isOpen && !view.isPeek && !view.isComparing && (
        <>
          <TakeOrWait outlook={view.outlook} />
          <QuoteSound />
          {below}
        </>
      )}
    </>
  );
}

/**
 * Available Quotes: the quotes on one request, on a map and in a list. Read-only once the request is no longer open.
 */
export function QuotesView(props: QuotesViewProps) {
  const { ride, onBack, promo, heart } = props;
  const view = useQuotesView(props);
  const { quotes, focusedId, order, desktop, opened, press, focus } = view;
  const sort = quotes.length > 1 && !view.isPeek && (
    <SortQuotes order={order} isComparing={view.isComparing} onChoose={view.setOrder} onCompare={view.compare} />
  );
  const shared = { ride, quotes, focusedId, onBack, order, sort, onPress: press, onAim: focus };
  const content = <Content view={view} props={props} />;
  return (
    <>
      {desktop ? (
        <QuotesBeside {...shared}>{content}</QuotesBeside>
      ) : (
        <QuotesStage {...shared} snap={view.snap} onSnap={view.setSnap}>
          {content}
        </QuotesStage>
      )}
      <QuoteDetailsDialog
        quote={opened}
        half={ride.middle_half}
        onClose={view.close}
        onSelect={opened ? view.selectOf(opened) : null}
        onAsk={opened ? view.askOf(opened) : null}
        isBack={view.isBack}
        heart={opened && heart(opened)}
      />
      <CounterDialog
        quote={view.countered}
        onClose={view.closeCounter}
        onAsked={(quote) => {
          upsertQuote(quote);
          view.closeCounter();
        }}
      />
      <SelectPaymentDialog
        quote={view.chosen}
        ride={ride}
        promo={promo}
        onClose={view.close}
        onBooked={props.onBooked}
        proofOf={props.proofOf}
      />
    </>
  );
}
