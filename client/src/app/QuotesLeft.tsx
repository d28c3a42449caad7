import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { QUOTES_POLL_MS } from '@boli/shared/core/constants';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { IconMessages } from '@tabler/icons-react';
import { useServerTime } from '../core/server-time';
import { useSync } from '../core/sync';
import { t } from '../core/t';
import { Note } from '../features/bookings/Note';
import { quotePhase } from '../features/rides/quotes/quote-clock';
import { loadQuotes, quotesOf, useQuotes } from '../features/rides/quotes/quotes.store';

/** How many other quotes of the request can be chosen now, and whether some have run out; in sync while mounted. */
function useOthers({ ride_request_id: id, status }: Booking): { left: number; hasLost: boolean } {
  const read = () => loadQuotes(id);
  // The quotes are pushed to the customer's own room, joined on connect: the HTTP read is the snapshot. It is repeated
  // when the booking's status changes, because the quotes change with it.
  useSync({ key: `${id} ${status}`, watch: read, read, pollMs: QUOTES_POLL_MS });
  const byId = useQuotes((quotes) => quotes.byId);
  const others = quotesOf(byId, id).filter((quote) => quote.status === 'active' || quote.status === 'expired');
  const phases = useServerTime((now) => others.map((quote) => quotePhase(quote, now)).join(' ')).split(' ');
  const left = phases.filter((phase) => phase === 'holds' || phase === 'soon').length;
  return { left, hasLost: phases.some((phase) => phase === 'expired' || phase === 'gone') };
}

function Waiting({ booking }: { booking: Booking }) {
  const { left, hasLost } = useOthers(booking);
  if (left === 0 && !hasLost) return null;
  const values = { count: left, name: booking.driver_name };
  return (
    <Note tone="info" icon={IconMessages}>
      <p>{t(left > 0 ? 'trip.other_quotes' : 'trip.no_other_quote', values)}</p>
    </Note>
  );
}

function OpenAgain({ booking }: { booking: Booking }) {
  const { left } = useOthers(booking);
  return (
    <Note tone="info" icon={IconMessages}>
      <p>{t('trip.open_again', { count: left })}</p>
    </Note>
  );
}

/**
 * Says how many other quotes on a customer's request can be chosen: if the driver does not accept, or right now if the
 * request is open again. A quote that runs out while the booking waits is not counted: its driver can renew it only
 * once the request is open again (docs/decisions/0022).
 */
export function QuotesLeft({ booking, ride }: { booking: Booking; ride: RideRequest | null }) {
  const { status } = booking;
  if (status === 'pending') return <Waiting booking={booking} />;
  const isOpenAgain = ride?.status === 'open' && (status === 'rejected' || status === 'cancelled');
  return isOpenAgain ? <OpenAgain booking={booking} /> : null;
}
