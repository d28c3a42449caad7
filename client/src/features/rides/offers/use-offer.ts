import { explain } from '@boli/shared/core/explain';
import { Price as PriceRule } from '@boli/shared/core/fields';
import type { Quote } from '@boli/shared/rides/quotes.schema';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { type FormEvent, useState } from 'react';
import { clearDraft } from '../../../core/draft';
import { currentLanguage } from '../../../core/language';
import { t } from '../../../core/t';
import { type Form, useForm } from '../../../core/use-form';
import { offer } from './offers.api';
import { type Doubt, doubtOf } from './own-prices';

/** The price (rupees) of a typed text, or its validation error. */
export function readPrice(text: string): { price: number } | { error: string } {
  const parsed = PriceRule.safeParse(text.trim() === '' ? undefined : Number(text), { reportInput: true });
  if (parsed.success) return { price: parsed.data };
  if (text.trim() === '') return { error: t('quotes.price_number') };
  return { error: explain(parsed.error, currentLanguage()).detail };
}

interface OfferOptions {
  ride: RideRequest;
  /** The price of the chip that opened the dialog; null for a dialog that opens with its draft. */
  tapped: number | null;
  usualPerKm: number | null;
  onClose: () => void;
  onQuote: (quote: Quote) => void;
}

interface Offer extends Omit<Form<{ price: string }>, 'onSubmit'> {
  /** Rupees; null while what is typed is no price. */
  price: number | null;
  /** Why a second press has to confirm the price; null before the first press, and if none is needed. */
  doubt: Doubt | null;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

/** The form of the price: validates it, asks for a confirmation if it is unusual, and sends it. */
export function useOffer({ ride, tapped, usualPerKm, onClose, onQuote }: OfferOptions): Offer {
  const draft = `quote:${ride.id}`;
  const form = useForm({
    initial: { price: tapped === null ? '' : String(tapped) },
    // A tapped price is not kept as the draft: the card's own button opens an empty form afterwards.
    ...(tapped === null && { draft }),
    allowEmptyOnBlur: true,
    validate: ({ price }) => {
      const typed = readPrice(price);
      return 'error' in typed ? { price: typed.error } : {};
    },
    send: ({ price }, key) => offer({ ride_request_id: ride.id, price: Number(price) }, key),
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
  const doubt = price === null ? null : doubtOf(price, ride, usualPerKm);
  const [asked, setAsked] = useState<number | null>(null);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (doubt === null || asked === price) return form.onSubmit(event);
    event.preventDefault();
    setAsked(price);
  };
  return { ...form, price, doubt: asked === price ? doubt : null, onSubmit };
}
