import { createBooking } from '@boli/shared/bookings/bookings.endpoints';
import { type Booking, bookingMethods } from '@boli/shared/bookings/bookings.schema';
import type { PromoAnswer } from '@boli/shared/promos/promos.schema';
import type { Quote } from '@boli/shared/rides/quotes.schema';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { Button, Flex, Stack, Text } from '@mantine/core';
import { IconCash, IconDeviceMobile, IconInfoCircle } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { call } from '../../../core/api';
import { useAttempt } from '../../../core/attempt';
import { clearDraft, readDraft, writeDraft } from '../../../core/draft';
import { errorText, t } from '../../../core/t';
import { toast } from '../../../core/toast';
import { AppDialog } from '../../../ui/AppDialog';
import { Avatar } from '../../../ui/Avatar';
import { ChoiceRow } from '../../../ui/ChoiceRow';
import { PlannedTime } from '../../../ui/PlannedTime';
import { Price } from '../../../ui/Price';
import { RouteRail } from '../../../ui/RouteRail';
import classes from './Payment.module.css';
import { Verified } from './QuoteFacts';

type Method = (typeof bookingMethods)[number];

/** Where a promo code is entered: the fare it is tried on, what is applied, and how that changes. */
export type PromoSlot = (props: {
  amount: number;
  applied: PromoAnswer | null;
  onChange: (applied: PromoAnswer | null) => void;
}) => ReactNode;

interface SelectPaymentDialogProps {
  /** The chosen offer; undefined closes the dialog. */
  quote: Quote | undefined;
  ride: RideRequest;
  promo: PromoSlot;
  onClose: () => void;
  onBooked: (booking: Booking) => void;
}

function SelectedDriver({ quote, ride, due }: { quote: Quote; ride: RideRequest; due: number }) {
  return (
    <section className={classes.driver} aria-label={t('bookings.selected_driver')}>
      <Avatar name={quote.driver_name} src={quote.driver_photo} />
      <div>
        <Flex component="p" align="center" wrap="wrap" columnGap="xs" fw="var(--mantine-font-weight-medium)">
          {quote.driver_name}
          {quote.verification_status === 'verified' && <Verified />}
        </Flex>
        <Text size="sm" c="dimmed">
          {quote.car_model}
        </Text>
        <Text inherit c="dimmed" fz="meta" lh="md">
          {t('quotes.license', { number: quote.license_number })}
        </Text>
      </div>
      <Stack align="end" gap={0} className={classes.price ?? ''}>
        {due < quote.price && <Price value={quote.price} struck />}
        <Price value={due} size="card" />
      </Stack>
      <div className={classes.route}>
        <RouteRail pickup={ride.pickup_location} drop={ride.drop_location} />
        <PlannedTime c="dimmed" time={ride.scheduled_time} />
      </div>
    </section>
  );
}

function Methods({ method, onChoose }: { method: Method; onChoose: (method: Method) => void }) {
  return (
    <Flex component="fieldset" direction="column" gap="xs">
      <legend>{t('bookings.method')}</legend>
      {bookingMethods.map((value) => (
        <ChoiceRow
          key={value}
          name="payment_method"
          value={value}
          label={t(`payments.${value}`)}
          icon={value === 'cash' ? IconCash : IconDeviceMobile}
          checked={value === method}
          required
          onChoose={() => onChoose(value)}
        />
      ))}
    </Flex>
  );
}

/** The last offer that was chosen: it stays in sight while the dialog closes. */
function useLast(quote: Quote | undefined): Quote | undefined {
  const [last, setLast] = useState(quote);
  useEffect(() => {
    if (quote) setLast(quote);
  }, [quote]);
  return quote ?? last;
}

interface Choice {
  method: Method;
  /** The code that is applied, and to whose offer: it says nothing of another's. */
  held: { quoteId: string; answer: PromoAnswer } | null;
}

/** How this ride is to be paid and with what code: a reload does not make it dearer. */
function useChoice(rideId: string) {
  const draft = `book-${rideId}`;
  const [choice, setChoice] = useState(() => readDraft<Choice>(draft, { method: 'cash', held: null }));
  const choose = (part: Partial<Choice>) =>
    setChoice((before) => {
      const after = { ...before, ...part };
      writeDraft(draft, after);
      return after;
    });
  return { ...choice, choose, forget: () => clearDraft(draft) };
}

/** The chosen offer with its method and code, what is due for it, and booking it. */
function useConfirmation({ quote, ride, onBooked }: SelectPaymentDialogProps) {
  const shown = useLast(quote);
  const { method, held, choose, forget } = useChoice(ride.id);
  const [busy, setBusy] = useState(false);
  const attempt = useAttempt();
  const applied = held && held.quoteId === shown?.id ? held.answer : null;
  const due = applied ? applied.final_amount : (shown?.price ?? 0);
  const confirm = async (event: FormEvent) => {
    event.preventDefault();
    if (!quote || busy) return;
    const body = {
      quote_id: quote.id,
      payment_method: method,
      promo_code: applied?.code ?? null,
      discount_amount: applied?.discount_amount ?? 0,
      final_price: due,
    };
    setBusy(true);
    try {
      const booking = await call(createBooking, { body, idempotencyKey: attempt.keyFor(body) });
      attempt.done();
      forget();
      toast.success(t('bookings.created'));
      onBooked(booking);
    } catch (error) {
      toast.error(errorText(error, 'bookings.create_failed'));
    } finally {
      setBusy(false);
    }
  };
  return { shown, method, applied, due, busy, choose, confirm };
}

/** Select Payment Method: confirms the chosen driver. Nothing is lost by a refusal; pressing again is safe. */
export function SelectPaymentDialog(props: SelectPaymentDialogProps) {
  const { quote, ride, promo, onClose } = props;
  const id = useId();
  const { shown, method, applied, due, busy, choose, confirm } = useConfirmation(props);
  const footer = shown && (
    <Stack gap="sm">
      <Flex component="p" align="baseline" justify="space-between" fw="var(--mantine-font-weight-medium)">
        <span>{t('bookings.you_pay')}</span>
        <Price value={due} size="stat" />
      </Flex>
      <div className="boli-buttons">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" form={id} loading={busy}>
          {t('bookings.confirm')}
        </Button>
      </div>
    </Stack>
  );
  return (
    <AppDialog opened={quote !== undefined} onClose={onClose} title={t('bookings.select_payment')} footer={footer}>
      {shown && (
        <form id={id} className="boli-form boli-form-wide" onSubmit={(event) => void confirm(event)}>
          <SelectedDriver quote={shown} ride={ride} due={due} />
          {promo({
            amount: shown.price,
            applied,
            onChange: (answer) => choose({ held: answer && { quoteId: shown.id, answer } }),
          })}
          <Methods method={method} onChoose={(chosen) => choose({ method: chosen })} />
          {method !== 'cash' && due > 0 && (
            <Flex component="p" gap="snug" c="dimmed" fz="sm" lh="sm" role="status">
              <IconInfoCircle size={20} stroke={1.75} aria-hidden />
              {t(shown.accepts_upi ? 'bookings.upi_after_accept' : 'quotes.no_upi')}
            </Flex>
          )}
        </form>
      )}
    </AppDialog>
  );
}
