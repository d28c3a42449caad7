import type { Quote } from '@boli/shared/rides/quotes.schema';
import { newKey } from '../../../core/api';
import { createUserStore } from '../../../core/mirror';
import { errorText, t } from '../../../core/t';
import { toast } from '../../../core/toast';
import { offer } from './offers.api';

/** How long a quote with one tap can be undone before it is sent, in milliseconds. */
export const UNDO_MS = 4_000;

/** A quote that is sent after `UNDO_MS`, unless it is undone. */
export interface SoonQuote {
  ride_request_id: string;
  /** Rupees. */
  price: number;
  /** Epoch milliseconds. */
  sentAt: number;
  /** Whether it is being sent, so that it can no longer be undone. */
  isSending: boolean;
}

/** Quotes that are about to be sent, by request; they are sent even if another tab is shown meanwhile. */
export const useSoon = createUserStore<{ byRide: Readonly<Record<string, SoonQuote>> }>({ byRide: {} });

function drop({ ride_request_id: id }: SoonQuote): void {
  const { [id]: _dropped, ...byRide } = useSoon.getState().byRide;
  useSoon.setState({ byRide });
}

function put(soon: SoonQuote): void {
  useSoon.setState(({ byRide }) => ({ byRide: { ...byRide, [soon.ride_request_id]: soon } }));
}

/** Whether the quote is still to be sent: it was not undone or replaced, and its driver has not signed out. */
const isWaiting = (soon: SoonQuote) => useSoon.getState().byRide[soon.ride_request_id] === soon;

async function send(soon: SoonQuote, onQuote: (quote: Quote) => void): Promise<void> {
  if (!isWaiting(soon)) return;
  const { ride_request_id, price } = soon;
  const sending = { ...soon, isSending: true };
  put(sending);
  try {
    const quote = await offer({ ride_request_id, price }, newKey());
    toast.success(t('quotes.submitted'));
    onQuote(quote);
  } catch (error) {
    toast.error(errorText(error, 'quotes.submit_failed'));
  } finally {
    if (isWaiting(sending)) drop(sending);
  }
}

/** Sends a quote (rupees) after four seconds. Another price for the same request replaces it. */
export function sendSoon(ride_request_id: string, price: number, onQuote: (quote: Quote) => void): void {
  const soon = { ride_request_id, price, sentAt: Date.now() + UNDO_MS, isSending: false };
  put(soon);
  setTimeout(() => void send(soon, onQuote), UNDO_MS);
}

/** Undoes a quote that was not sent yet; does nothing once it is being sent. */
export function undoSoon(soon: SoonQuote): void {
  if (soon.isSending || !isWaiting(soon)) return;
  drop(soon);
  toast.info(t('quotes.undone'));
}
