import { explain } from '@boli/shared/core/explain';
import { Price as PriceRule } from '@boli/shared/core/fields';
import type { Quote } from '@boli/shared/rides/quotes.schema';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { Text, TextInput } from '@mantine/core';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useAttempt } from '../../../core/attempt';
import { clearDraft, readDraft, writeDraft } from '../../../core/draft';
import { errorText, t } from '../../../core/t';
import { toast } from '../../../core/toast';
import { AppDialog } from '../../../ui/AppDialog';
import { DialogButtons } from '../../../ui/DialogButtons';
import { PlannedTime } from '../../../ui/PlannedTime';
import { RouteRail } from '../../../ui/RouteRail';
import { TimeAgo } from '../../../ui/TimeAgo';
import { Breakdown } from './Breakdown';
import { offer } from './offers.api';
import classes from './QuoteDialog.module.css';

/** The price that a typed text means, or the sentence that says what is wrong with it. */
export function readPrice(text: string): { price: number } | { fault: string } {
  const parsed = PriceRule.safeParse(text.trim() === '' ? undefined : Number(text), { reportInput: true });
  if (parsed.success) return { price: parsed.data };
  if (text.trim() === '') return { fault: t('quotes.price_number') };
  return { fault: explain(parsed.error).detail };
}

/** What is typed, kept for the session until it is sent. */
function useTypedPrice(rideId: string) {
  const draft = `quote:${rideId}`;
  const [text, setText] = useState(() => readDraft(draft, { price: '' }).price);
  return {
    text,
    type: (next: string) => {
      setText(next);
      writeDraft(draft, { price: next });
    },
    clear: () => {
      setText('');
      clearDraft(draft);
    },
  };
}

interface QuoteDialogProps {
  ride: RideRequest;
  /** False once the request has left the list of open ones. */
  isOpen: boolean;
  opened: boolean;
  onClose: () => void;
  onQuote: (quote: Quote) => void;
}

/** The price as it is typed, judged and sent. */
function useOffer({ ride, isOpen, onClose, onQuote }: QuoteDialogProps) {
  const { text, type, clear } = useTypedPrice(ride.id);
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const attempt = useAttempt();
  const field = useRef<HTMLInputElement>(null);
  const typed = readPrice(text);
  const check = () => {
    setFault('fault' in typed ? typed.fault : null);
    return 'price' in typed ? typed.price : null;
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || !isOpen) return;
    const price = check();
    if (price === null) return field.current?.focus();
    setBusy(true);
    try {
      const body = { ride_request_id: ride.id, price };
      onQuote(await offer(body, attempt.keyFor(body)));
      attempt.done();
      toast.success(t('quotes.submitted'));
      clear();
      onClose();
    } catch (error) {
      toast.error(errorText(error, 'quotes.submit_failed'));
    }
    setBusy(false);
  };
  const change = (next: string) => {
    type(next);
    setFault(null);
  };
  return { text, fault, busy, field, price: 'price' in typed ? typed.price : null, check, submit, change };
}

/** What is asked for; it goes with the request. */
function Asked({ ride }: { ride: RideRequest }) {
  return (
    <>
      <Text size="meta" c="dimmed">
        {ride.customer_name} · <TimeAgo time={ride.created_at} />
      </Text>
      <RouteRail pickup={ride.pickup_location} drop={ride.drop_location} />
      {ride.pickup_is_approximate && (
        <Text size="meta" c="dimmed">
          {t('rides.approximate')}
        </Text>
      )}
      <PlannedTime time={ride.scheduled_time} />
    </>
  );
}

/** Submit Quote: the route, a price in rupees, and what stays of it for the driver. */
export function QuoteDialog(props: QuoteDialogProps) {
  const { ride, isOpen, opened, onClose } = props;
  const formId = useId();
  const { text, fault, busy, field, price, check, submit, change } = useOffer(props);
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
      <form id={formId} noValidate className="boli-form" onSubmit={(event) => void submit(event)}>
        {isOpen && <Asked ride={ride} />}
        <TextInput
          ref={field}
          type="number"
          inputMode="decimal"
          name="price"
          min={0}
          step={0.01}
          required
          data-autofocus
          label={t('quotes.price')}
          classNames={{ input: classes.price ?? '' }}
          value={text}
          error={fault}
          onBlur={() => text !== '' && check()}
          onChange={(event) => change(event.currentTarget.value)}
        />
        {!isOpen && (
          <Text role="status" inherit c="var(--boli-danger)">
            {t('rides.not_open_now')}
          </Text>
        )}
        {price !== null && price > 0 && <Breakdown price={price} />}
      </form>
    </AppDialog>
  );
}
