import type { Booking } from '@boli/shared/bookings/bookings.schema';
import type { Quote } from '@boli/shared/rides/quotes.schema';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { Button, Stack } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useAddress } from '../../../core/address-bar';
import { prefersReducedMotion } from '../../../core/motion';
import { useDesktop } from '../../../core/screen';
import type { SyncState } from '../../../core/sync';
import { t } from '../../../core/t';
import { toast } from '../../../core/toast';
import { LoadFailed } from '../../../ui/LoadFailed';
import { RowsSkeleton } from '../../../ui/RowsSkeleton';
import { StatusBadge } from '../../../ui/StatusBadge';
import { TOP_SNAP } from '../../../ui/stage/MapStage';
import { QuoteList } from './QuoteList';
import { QuotesBeside } from './QuotesBeside';
import { FIRST_SNAP, QuotesStage } from './QuotesStage';
import { type QuoteOrder, sortQuotes } from './quote-order';
import { shownQuotes, useQuotes } from './quotes.store';
import { type PromoSlot, SelectPaymentDialog } from './SelectPaymentDialog';
import { SortQuotes } from './SortQuotes';

const BOOK = 'book';

interface QuotesViewProps {
  ride: RideRequest;
  /** Whether its quotes are loaded. */
  state: SyncState;
  onRetry: () => void;
  onBack: () => void;
  onBooked: (booking: Booking) => void;
  onOpenBooking: (id: string) => void;
  /** The promo code input of the booking. */
  promo: PromoSlot;
  /** Shown beside the button of each quote. */
  heart: (quote: Quote) => ReactNode;
  /** Shown below the quotes of an open request. */
  below?: ReactNode;
}

function NoLongerOpen({ ride, onOpenBooking }: Pick<QuotesViewProps, 'ride' | 'onOpenBooking'>) {
  const { status, booking_id: booking } = ride;
  return (
    <Stack className="boli-card" align="start" gap="xs" role="status">
      <StatusBadge kind="ride" status={status} />
      <p>{t('rides.not_open', { status: t(`rides.status.${status}`) })}</p>
      {booking && (
        <Button variant="light" onClick={() => onOpenBooking(booking)}>
          {t('rides.see_booking')}
        </Button>
      )}
    </Stack>
  );
}

/** Shows a toast when the quote being booked is withdrawn, before its dialog closes. */
function useLostChoice(quote: Quote | undefined, onLost: () => void): void {
  const status = quote?.status;
  const lost = useRef(onLost);
  useEffect(() => {
    lost.current = onLost;
  });
  useEffect(() => {
    if (status !== 'withdrawn' && status !== 'expired') return;
    toast.info(t('quotes.not_active', { status }));
    lost.current();
  }, [status]);
}

/** Available Quotes: the quotes on one request, on a map and in a list. Read-only once the request is no longer open. */
export function QuotesView(props: QuotesViewProps) {
  const { ride, state, onRetry, onBack, onBooked, onOpenBooking, promo, heart, below } = props;
  const { params, go } = useAddress();
  const desktop = useDesktop();
  const [snap, setSnap] = useState(FIRST_SNAP);
  const byId = useQuotes((held) => held.byId);
  const [order, setOrder] = useState<QuoteOrder>('price');
  const quotes = sortQuotes(shownQuotes(byId, ride.id), order);
  const [touched, setTouched] = useState<string | null>(null);
  const focusedId = quotes.some((quote) => quote.id === touched) ? touched : (quotes[0]?.id ?? null);
  const isOpen = ride.status === 'open';
  // No empty state before the first load.
  const isUnknown = isOpen && quotes.length === 0 && state !== 'ready';
  const chosen = params.get('dialog') === BOOK ? quotes.find((quote) => quote.id === params.get('quote')) : undefined;
  useLostChoice(params.get('dialog') === BOOK ? byId[params.get('quote') ?? ''] : undefined, () =>
    go({ dialog: null, quote: null }, { replace: true }),
  );
  const select = (quote: Quote) => go({ dialog: BOOK, quote: quote.id });
  const press = (id: string) => {
    setTouched(id);
    document
      .getElementById(`quote-${id}`)
      ?.scrollIntoView({ block: 'center', behavior: prefersReducedMotion() ? 'auto' : 'smooth' });
  };
  const sort = quotes.length > 1 && <SortQuotes order={order} onChoose={setOrder} />;
  const list = (
    <>
      {!isOpen && <NoLongerOpen ride={ride} onOpenBooking={onOpenBooking} />}
      {isUnknown && (state === 'failed' ? <LoadFailed onRetry={onRetry} /> : <RowsSkeleton rows={2} />)}
      {!isUnknown && (isOpen || quotes.length > 0) && (
        <QuoteList
          quotes={quotes}
          order={order}
          ready={state === 'ready'}
          focusedId={focusedId}
          onFocus={setTouched}
          onSelect={isOpen ? select : null}
          heart={heart}
          compact={!desktop && snap < TOP_SNAP}
        />
      )}
      {isOpen && below}
    </>
  );
  const shared = { ride, quotes, focusedId, onBack, order, sort };
  return (
    <>
      {desktop ? (
        <QuotesBeside {...shared} onPress={press}>
          {list}
        </QuotesBeside>
      ) : (
        <QuotesStage {...shared} onPress={press} snap={snap} onSnap={setSnap}>
          {list}
        </QuotesStage>
      )}
      <SelectPaymentDialog
        quote={isOpen ? chosen : undefined}
        ride={ride}
        promo={promo}
        onClose={() => go({ dialog: null, quote: null }, { replace: true })}
        onBooked={onBooked}
      />
    </>
  );
}
