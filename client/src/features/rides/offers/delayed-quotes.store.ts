import type { Quote } from '@boli/shared/rides/quotes.schema';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { newKey } from '../../../core/api';
import { createUserStore } from '../../../core/mirror';
import { errorText, t } from '../../../core/t';
import { toast } from '../../../core/toast';
import { type Hold, lastHold } from './hold';
import { offer } from './offers.api';

/** How long a one-tap quote waits before it is sent, in milliseconds; meanwhile it can be undone. */
export const UNDO_MS = 4_000;

/** A quote that is sent after `UNDO_MS`, unless it is undone. */
export interface DelayedQuote {
  ride_request_id: string;
  /** Rupees. */
  price: number;
  hold_min: Hold;
  /** When the quote will be sent, in epoch milliseconds. */
  sentAt: number;
  /** Whether it is being sent, so that it can no longer be undone. */
  isSending: boolean;
}

/** Quotes that are about to be sent, by ride request; they are sent even if the driver leaves the list meanwhile. */
export const useDelayedQuotes = createUserStore<{ byRide: Readonly<Record<string, DelayedQuote>> }>({ byRide: {} });

function drop({ ride_request_id: id }: DelayedQuote): void {
  const { [id]: _dropped, ...byRide } = useDelayedQuotes.getState().byRide;
  useDelayedQuotes.setState({ byRide });
}

function put(delayed: DelayedQuote): void {
  useDelayedQuotes.setState(({ byRide }) => ({ byRide: { ...byRide, [delayed.ride_request_id]: delayed } }));
}

/** Whether this entry is still stored: it was not undone, replaced or finished, and its driver has not signed out. */
const isWaiting = (delayed: DelayedQuote) => useDelayedQuotes.getState().byRide[delayed.ride_request_id] === delayed;

async function send(delayed: DelayedQuote, onQuote: (quote: Quote) => void): Promise<void> {
  if (!isWaiting(delayed)) return;
  const { ride_request_id, price, hold_min } = delayed;
  const sending = { ...delayed, isSending: true };
  put(sending);
  try {
    const quote = await offer({ ride_request_id, price, hold_min }, newKey());
    toast.success(t('quotes.submitted'));
    onQuote(quote);
  } catch (error) {
    toast.error(errorText(error, 'quotes.submit_failed'));
  } finally {
    if (isWaiting(sending)) drop(sending);
  }
}

/**
 * Sends a quote (rupees) after four seconds, with the hold that the driver has chosen last. Another price for the
 * same request replaces the quote that waits.
 */
export function sendDelayed(
  ride: Pick<RideRequest, 'id' | 'is_scheduled'>,
  price: number,
  onQuote: (quote: Quote) => void,
): void {
  const delayed = {
    ride_request_id: ride.id,
    price,
    hold_min: lastHold(ride),
    sentAt: Date.now() + UNDO_MS,
    isSending: false,
  };
  put(delayed);
  setTimeout(() => void send(delayed, onQuote), UNDO_MS);
}

/** Undoes a quote that was not sent yet; does nothing once it is being sent. */
export function undoDelayed(delayed: DelayedQuote): void {
  if (delayed.isSending || !isWaiting(delayed)) return;
  drop(delayed);
  toast.info(t('quotes.undone'));
}
