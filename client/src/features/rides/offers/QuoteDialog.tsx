import { explain } from '@boli/shared/core/explain';
import { Price as PriceRule } from '@boli/shared/core/fields';
import type { Quote } from '@boli/shared/rides/quotes.schema';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { Text, TextInput } from '@mantine/core';
import { useId } from 'react';
import { rideText } from '../../../core/road';
import { t } from '../../../core/t';
import { useForm } from '../../../core/use-form';
import { AppDialog } from '../../../ui/AppDialog';
import { DialogButtons } from '../../../ui/DialogButtons';
import { PlannedTime } from '../../../ui/PlannedTime';
import { RouteRail } from '../../../ui/RouteRail';
import { TimeAgo } from '../../../ui/TimeAgo';
import { Breakdown } from './Breakdown';
import { offer } from './offers.api';
import classes from './QuoteDialog.module.css';

/** The price (rupees) of a typed text, or its validation error. */
export function readPrice(text: string): { price: number } | { error: string } {
  const parsed = PriceRule.safeParse(text.trim() === '' ? undefined : Number(text), { reportInput: true });
  if (parsed.success) return { price: parsed.data };
  if (text.trim() === '') return { error: t('quotes.price_number') };
  return { error: explain(parsed.error).detail };
}

interface QuoteDialogProps {
  ride: RideRequest;
  /** False once the request has left the list of open ones. */
  isOpen: boolean;
  opened: boolean;
  onClose: () => void;
  onQuote: (quote: Quote) => void;
}

/** The form of the price: validated and sent. */
function useOffer({ ride, onClose, onQuote }: QuoteDialogProps) {
  return useForm({
    initial: { price: '' },
    draft: `quote:${ride.id}`,
    allowEmptyOnBlur: true,
    validate: ({ price }) => {
      const typed = readPrice(price);
      return 'error' in typed ? { price: typed.error } : {};
    },
    send: ({ price }, key) => offer({ ride_request_id: ride.id, price: Number(price) }, key),
    successMessage: 'quotes.submitted',
    errorMessage: 'quotes.submit_failed',
    onSuccess: (quote) => {
      onQuote(quote);
      onClose();
    },
  });
}

/** The ride request of the quote. */
function Asked({ ride }: { ride: RideRequest }) {
  return (
    <>
      <Text size="meta" c="dimmed">
        {ride.customer_name} · <TimeAgo time={ride.created_at} />
      </Text>
      <RouteRail pickup={ride.pickup_location} drop={ride.drop_location} />
      <Text size="meta" c="dimmed">
        {rideText(ride)}
      </Text>
      {ride.pickup_is_approximate && (
        <Text size="meta" c="dimmed">
          {t('rides.approximate')}
        </Text>
      )}
      <PlannedTime time={ride.scheduled_time} />
    </>
  );
}

/** Submit Quote: the route, a price in rupees, and the driver's earnings from it. */
export function QuoteDialog(props: QuoteDialogProps) {
  const { ride, isOpen, opened, onClose } = props;
  const formId = useId();
  const { values, busy, field, onSubmit } = useOffer(props);
  const typed = readPrice(values.price);
  const buttons = (
    <DialogButtons
      form={formId}
      send={t(busy ? 'quotes.submitting' : 'quotes.submit')}
      disabled={busy || !isOpen}
      onClose={onClose}
    />
  );
  return (
    <AppDialog opened={opened} onClose={onClose} title={t('quotes.dialog_title')} footer={buttons}>
      <form
        id={formId}
        noValidate
        className="boli-form"
        onSubmit={(event) => (isOpen ? onSubmit(event) : event.preventDefault())}
      >
        {isOpen && <Asked ride={ride} />}
        <TextInput
          type="number"
          inputMode="decimal"
          min={0}
          step={0.01}
          required
          data-autofocus
          label={t('quotes.price')}
          classNames={{ input: classes.price ?? '' }}
          {...field('price')}
        />
        {!isOpen && (
          <Text role="status" inherit c="var(--boli-danger)">
            {t('rides.not_open_now')}
          </Text>
        )}
        {'price' in typed && typed.price > 0 && <Breakdown price={typed.price} />}
      </form>
    </AppDialog>
  );
}
