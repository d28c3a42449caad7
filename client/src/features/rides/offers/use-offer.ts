import type { Quote } from '@boli/shared/rides/quotes.schema';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { type FormEvent, useState } from 'react';
import { clearDraft } from '../../../core/draft';
import { type Form, useForm } from '../../../core/use-form';
import { readPrice } from '../read-price';
import { lastHold } from './hold';
import { offer, offeredProof } from './offers.api';
import { type Doubt, type DriverUsual, doubtOf } from './price-chips';

interface OfferOptions {
  ride: RideRequest;
  /**
   * The pressed price that opened the dialog: that of a chip, or the customer's; null for a dialog that opens with its
   * draft.
   */
  tapped: number | null;
  usual: DriverUsual;
  onClose: () => void;
  onQuote: (quote: Quote) => void;
}

interface Offer extends Omit<Form<{ price: string }>, 'onSubmit'> {
  /** Rupees; null while the typed text is no price. */
  price: number | null;
  /** Why a second press has to confirm the price; null before the first press, and if no second press is needed. */
  doubt: Doubt | null;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

/** The form of the price: validates the price, asks for a confirmation if it is zero or unusual, and sends the quote. */
export function useOffer({ ride, tapped, usual, onClose, onQuote }: OfferOptions): Offer {
  const draft = `quote:${ride.id}`;
  const form = useForm({
    initial: { price: tapped === null ? '' : String(tapped) },
    // A tapped price is not stored as the draft: the card's own button must not show it afterwards.
    ...(tapped === null && { draft }),
    allowEmptyOnBlur: true,
    validate: ({ price }) => {
      const typed = readPrice(price);
      return 'error' in typed ? { price: typed.error } : {};
    },
    send: ({ price }, key) => offer({ ride_request_id: ride.id, price: Number(price), hold_min: lastHold(ride) }, key),
    proof: ({ price }) => offeredProof(ride.id, Number(price)),
    successMessage: 'quotes.submitted',
    errorMessage: 'quotes.submit_failed',
    onSuccess: (quote) => {
      clearDraft(draft);
      onQuote(quote);
      onClose();
    },
  });
  const typed = readPrice(form.values.price);
  const price = 'price' in typed ? typed.price : null;
  const doubt = price === null ? null : doubtOf(price, ride, usual);
  const [asked, setAsked] = useState<number | null>(null);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (doubt === null || asked === price) return form.onSubmit(event);
    event.preventDefault();
    setAsked(price);
  };
  return { ...form, price, doubt: asked === price ? doubt : null, onSubmit };
}
